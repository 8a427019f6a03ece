"""What people say of documents: tags, who looks after them, until when they hold."""
