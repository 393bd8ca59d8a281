"""No test reads the defaults that the user keeps."""

import os
import tempfile

os.environ["MUSODDS_CONFIG"] = os.path.join(tempfile.mkdtemp(prefix="musodds-"), "config.toml")
