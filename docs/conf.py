"""How ``make docs`` builds the site of the library from its docstrings.

The site is read offline: formulas become MathML while it is built, which browsers draw by themselves, and nothing on a page
is fetched from elsewhere.
"""

from pathlib import Path

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

ROOT = Path(__file__).parents[1]

project = "Quacks"
extensions = ["sphinx.ext.apidoc", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "index"
exclude_patterns = ["site", "modules/modules.rst"]
html_theme = "alabaster"
html_theme_options = {
    "description": "The library, module by module",
    "fixed_sidebar": True,
    "page_width": "1100px",
    "sidebar_width": "260px",
}
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_static_path = ["static"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"

apidoc_modules = [
    {
        "path": str(ROOT / "quacks_math"),
        "destination": "modules",
        "separate_modules": True,
        "module_first": True,
        "max_depth": 1,
    }
]
add_module_names = False
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "ignore-module-all": True}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
maximum_signature_line_length = 100
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_attr_annotations = False  # types stand in the signature of the class


def draw_inline(writer: HTML5Translator, node: nodes.math) -> None:
    """Write a formula within a line."""
    writer.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def draw_block(writer: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula on lines of its own."""
    writer.body.append(f'<div class="math">{tex2mathml(node.astext(), as_block=True)}</div>')
    raise nodes.SkipNode


class Constants:
    """Keeps Napoleon from taking what stands before a colon in the words below a constant for the constant's type."""

    def __init__(self, app: Sphinx) -> None:
        """Listen before Napoleon, whose priority is 500, and after it."""
        self.words: list[str] = []
        app.connect("autodoc-process-docstring", self.remember, priority=400)
        app.connect("autodoc-process-docstring", self.restore, priority=600)

    def remember(
        self, _app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]
    ) -> None:
        """Remember the words as they were written."""
        self.words = list(lines)

    def restore(self, _app: Sphinx, what: str, _name: str, _thing: object, _options: object, lines: list[str]) -> None:
        """Put them back where they describe no more than a name."""
        if what in ("attribute", "data", "property"):
            lines[:] = self.words


def setup(app: Sphinx) -> None:
    """Tell Sphinx how formulas are drawn and how docstrings are read."""
    Constants(app)
    app.add_html_math_renderer("mathml", (draw_inline, None), (draw_block, None))
