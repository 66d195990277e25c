"""How good rollouts are: what taking the luck off costs, whether intervals hold, and error costs beside them."""
