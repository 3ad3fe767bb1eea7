"""Decks of a table that were taught by photos."""

from datetime import timedelta

import pytest
import time_machine

from companion.store import (
    NoSuchGame,
    Store,
    add_photo_deck,
    copy_photo_deck,
    delete_game,
    delete_photo_deck,
    export_game,
    get_photo_deck,
    list_photo_decks,
    open_photo_deck,
    play_again,
    replace_links,
    replace_photo_deck,
)
from companion.store.limits import KEEP_DELETED_DAYS, MAX_PHOTO_DECK_BYTES, MAX_PHOTO_DECKS
from tests.store.tables import RULES, Table, count_rows, lay_table, options

PICTURES = b"48 pictures \x00\xff"


def test_a_deck_is_there_in_all_games_of_its_table_at_no_other_and_in_no_export(table: Table) -> None:
    deck_id = table.do(add_photo_deck, "Ann’s deck", PICTURES)
    later = table.do(play_again, rule_set=RULES, options=options(), players=["Ann", "Ben"])
    again = Table(table.store, later.token)
    for one in (table, again):
        assert one.ask(list_photo_decks) == [(deck_id, "Ann’s deck")]
        assert one.ask(get_photo_deck, deck_id).content == PICTURES
    other = lay_table(table.store)
    assert other.ask(list_photo_decks) == []
    with pytest.raises(Exception, match="no such deck"):
        other.ask(get_photo_deck, deck_id)
    other.do(delete_photo_deck, deck_id)
    other.refuse(replace_photo_deck, deck_id, "Mine", b"others")
    kept = table.ask(get_photo_deck, deck_id)
    assert (kept.name, kept.content) == ("Ann’s deck", PICTURES)
    table.token = table.do(replace_links)
    assert table.ask(get_photo_deck, deck_id).name == "Ann’s deck"
    assert "Ann’s deck" not in table.ask(export_game)


def test_a_deck_is_renamed_gets_other_pictures_and_is_deleted(table: Table) -> None:
    first, second = (table.do(add_photo_deck, name, PICTURES) for name in ("One", "Two"))
    table.do(replace_photo_deck, first, "Ann’s", b"others")
    assert table.ask(list_photo_decks) == [(first, "Ann’s"), (second, "Two")]
    assert table.ask(get_photo_deck, first).content == b"others"
    assert table.ask(get_photo_deck, second).content == PICTURES
    table.do(delete_photo_deck, first)
    table.do(delete_photo_deck, first)
    assert table.ask(list_photo_decks) == [(second, "Two")]


def test_a_table_has_at_most_four_decks(table: Table) -> None:
    for number in range(MAX_PHOTO_DECKS):
        table.do(add_photo_deck, f"Deck {number}", PICTURES)
    assert "at most 4 decks" in str(table.refuse(add_photo_deck, "One more", PICTURES))
    lay_table(table.store).do(add_photo_deck, "Another table’s", PICTURES)
    assert len(table.ask(list_photo_decks)) == MAX_PHOTO_DECKS


def test_a_deck_of_another_table_is_copied_once_and_its_number_alone_opens_it_no_more(table: Table) -> None:
    deck_id = table.do(add_photo_deck, "Ann’s deck", PICTURES)
    at_ms = table.ask(get_photo_deck, deck_id).at_ms
    other = lay_table(table.store)
    deck = other.ask(lambda session, _: open_photo_deck(session, deck_id, at_ms))
    copy_id = other.do(copy_photo_deck, deck)
    assert other.do(copy_photo_deck, deck) == copy_id != deck_id
    assert other.ask(list_photo_decks) == [(copy_id, "Ann’s deck")]
    assert other.ask(get_photo_deck, copy_id).content == PICTURES
    assert table.do(copy_photo_deck, deck) == deck_id
    for number in range(MAX_PHOTO_DECKS - 1):
        other.do(add_photo_deck, f"Deck {number}", b"others")
    other.do(delete_photo_deck, copy_id)
    other.do(add_photo_deck, "Fourth", b"others")
    assert "at most 4 decks" in str(other.refuse(copy_photo_deck, deck))
    for gone in ((deck_id, at_ms - 1), (deck_id + 99, at_ms)):
        with pytest.raises(NoSuchGame, match="This deck is gone"):
            table.ask(lambda session, _, gone=gone: open_photo_deck(session, *gone))


def test_what_is_no_deck_is_not_kept(table: Table) -> None:
    deck_id = table.do(add_photo_deck, "x" * 40, b"x" * MAX_PHOTO_DECK_BYTES)
    for name, content in (
        ("", PICTURES),
        ("x" * 41, PICTURES),
        ("two  spaces", PICTURES),
        ("a\u202eb", PICTURES),
        ("Ann’s", b""),
        ("Ann’s", b"x" * (MAX_PHOTO_DECK_BYTES + 1)),
    ):
        table.refuse(add_photo_deck, name, content)
        table.refuse(replace_photo_deck, deck_id, name, content)
    assert table.ask(list_photo_decks) == [(deck_id, "x" * 40)]


def test_the_decks_of_a_table_go_with_its_last_game(store: Store) -> None:
    table, other = lay_table(store), lay_table(store)
    for each in (table, other):
        each.do(add_photo_deck, "Ann’s deck", PICTURES)
    later = table.do(play_again, rule_set=RULES, options=options(), players=["Ann", "Ben"])
    with time_machine.travel(1_800_000_300, tick=False) as clock:
        table.do(delete_game)
        for days in (1, 1, 1, KEEP_DELETED_DAYS - 3):
            clock.shift(timedelta(days=days, seconds=1))
            lay_table(store)
        assert count_rows(store, "photo_deck") == 2
        Table(store, later.token).do(delete_game)
        for days in (1, 1, 1, KEEP_DELETED_DAYS - 3):
            clock.shift(timedelta(days=days, seconds=1))
            lay_table(store)
    assert count_rows(store, "photo_deck") == 1
    assert len(other.ask(list_photo_decks)) == 1
