"""Tests of the pages that the server passes, here on the site: this module has other windows."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.server.site.conftest import Files

pytestmark = pytest.mark.slow

SAME = {
    "anywhere": """
        two_people_at_one_device_alternate_from_a_fair_start
    """,
    "everybody": """
        a_game_is_played_in_german
        a_thousand_numbers_can_be_reduced_to_legal_ones
        an_illegal_number_is_explained_and_costs_nothing
        arrows_move_over_the_numbers_row_by_row
        help_opens_with_a_key_and_single_keys_can_be_switched_off
        help_that_is_switched_off_is_not_offered
        hints_come_step_by_step_and_disappear_with_the_move
        history_can_be_stepped_through_and_left_again
        impossible_settings_are_refused_with_a_reason
        mistakes_are_retried_until_they_are_right
        pictures_are_in_german_on_a_german_page
        verdicts_are_marked_by_shape_and_announced_to_screen_readers
    """,
    "games": """
        a_match_of_two_rounds_against_the_computer_is_played_to_the_end
        rounds_of_the_past_are_shown_as_they_were
    """,
    "lessons": """
        a_lesson_is_completed_by_keyboard_and_its_stars_are_saved
        a_step_has_a_url_and_an_invalid_place_starts_again
    """,
    "progress": """
        a_file_is_merged_and_another_file_refused
        a_result_says_why_marks_the_move_that_mattered_and_offers_the_next_step
        finished_games_go_from_the_terminal_to_the_browser_and_back
        on_a_phone_the_menu_has_everything_else_and_opponents_have_faces
        one_path_can_be_reset_after_a_question
        stars_go_from_the_terminal_to_the_browser_and_back
    """,
    "puzzles": """
        a_wrong_move_is_refuted_and_the_puzzle_returns
        hints_and_seats_match_the_kind
        puzzles_are_counted_as_in_the_terminal
        puzzles_of_a_game_come_one_after_another
        statistics_are_shown_saved_and_erased
        the_daily_puzzle_is_solved_by_keyboard_and_counts_once
        the_third_hint_and_the_revealed_answer_count_as_missed
    """,
    "small": """
        sheets_to_print_fit_the_screen
    """,
    "table": """
        after_a_game_its_story_a_retry_and_a_picture_follow
        moves_are_laid_out_with_their_links
        the_first_tap_plays_and_choices_are_saved
    """,
    "teaching": """
        a_chain_is_built_by_tapping_and_saved
    """,
}


@pytest.fixture
def files(folder: Path, tmp_path: Path) -> Iterator[Files]:
    """At the top of a web space: these tests look at the storage of the browser."""
    files = Files(tmp_path, "")
    files.show(folder)
    yield files
    files.stop()


for module, names in SAME.items():
    tests = import_module(f"tests.server.browser.test_{module}")
    globals().update({f"test_{name}": getattr(tests, f"test_{name}") for name in names.split()})
