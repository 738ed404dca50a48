"""Training of the tile classifier: pictures in, `tiles.onnx` and its card out.

Nothing of the product imports this package; it needs PyTorch (`pip install junanaho[train]`) and the training pictures,
which are not part of the product. Run it from the root of the checkout: `python -m models.train`,
`python -m models.evaluate`.
"""
