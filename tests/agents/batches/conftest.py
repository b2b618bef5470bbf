"""JAX compiles many small programs here that run once: quickly made ones are enough."""

import os

QUICKLY = "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
os.environ.setdefault("XLA_FLAGS", QUICKLY)
