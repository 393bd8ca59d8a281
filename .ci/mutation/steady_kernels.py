"""A pytest plugin: mutants of a module without kernels find the kernels compiled before."""

import musodds.jit

musodds.jit.source_hash = lambda: "steady"
