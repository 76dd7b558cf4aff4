"""What Sourdine raises.

Wrong types are plain ``TypeError``, files that cannot be read or written plain ``OSError``, Ctrl-C is
``KeyboardInterrupt``; the classes here are for what Python has no name for. This module imports nothing:
the compiled part looks its classes up here.

>>> issubclass(InputError, ValueError), issubclass(BudgetError, RuntimeError)
(True, True)
"""

__all__ = ["BudgetError", "InputError", "NotPrivateWarning"]


class _Sentence(Exception):
    """One sentence that says what is wrong, and perhaps one that says what to do."""

    sentence: str
    hint: str

    def __init__(self, sentence: str = "", hint: str = "") -> None:
        # One argument reaches the exception, with the hint on a line of its own: that is what a traceback shows, and
        # what pickle gives back to this constructor.
        head, _, tail = sentence.partition("\n")
        self.sentence = head
        self.hint = hint or tail
        super().__init__(f"{self.sentence}\n{self.hint}" if self.hint else self.sentence)


class InputError(_Sentence, ValueError):
    """A value, a parameter or a file is not what it should be.

    Attributes
    ----------
    sentence : str
        What is wrong.
    hint : str
        What may help, or nothing.

    Examples
    --------
    >>> import sourdine as sd
    >>> try:
    ...     sd.oracle("ouee", k=17, epsilon=1.0)
    ... except sd.InputError as error:
    ...     print(error.sentence)  # doctest: +ELLIPSIS
    unknown oracle 'ouee'; did you mean 'oue'? known: grr, sue, oue, ...
    """


class BudgetError(_Sentence, RuntimeError):
    """A ledger refuses: what was asked would spend more than the data set's budget.

    Examples
    --------
    >>> error = BudgetError("refused: 0.5 asked, 0.2 left", "ask for less")
    >>> error.sentence, error.hint
    ('refused: 0.5 asked, 0.2 left', 'ask for less')
    """


class NotPrivateWarning(UserWarning):
    """What is being made promises nothing: a seed made it, its domain was learnt from the data, its epsilon is too large.

    Examples
    --------
    >>> issubclass(NotPrivateWarning, UserWarning)
    True
    """
