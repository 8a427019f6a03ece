# The part of onnxruntime that kbdesk calls; the package carries no stubs.
from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

class SessionOptions:
    enable_cpu_mem_arena: bool
    intra_op_num_threads: int
    inter_op_num_threads: int
    def add_session_config_entry(self, key: str, value: str) -> None: ...

class NodeArg:
    name: str

class ModelMetadata:
    custom_metadata_map: dict[str, str]

class InferenceSession:
    def __init__(
        self, path_or_bytes: str | bytes, sess_options: SessionOptions | None = None, providers: Sequence[str] = ...
    ) -> None: ...
    def get_inputs(self) -> list[NodeArg]: ...
    def get_modelmeta(self) -> ModelMetadata: ...
    def run(self, output_names: Sequence[str] | None, input_feed: Mapping[str, NDArray[Any]]) -> list[NDArray[Any]]: ...
