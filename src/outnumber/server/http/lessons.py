"""Lessons over HTTP. The server stores nothing: each request contains the place of the learner, which is
validated.
"""

from __future__ import annotations

from functools import partial

from outnumber.api import bodies
from outnumber.api.lessons import Learning, Lessons
from outnumber.study.lessons.lesson import LESSONS
from outnumber.workers import jobs, study_jobs

from .endpoints import SVG, Api, Call

api = Api(422)


@api.at("/api/lessons", "lessons", errors=())
async def listed(call: Call) -> Lessons:
    """The lessons with their steps."""
    return Lessons.of(LESSONS.values(), {}, call.voice)


@api.at("/api/lessons/learn", "lesson-learn", Learning)
async def learn(call: Call, asked: bodies.LessonStepDone) -> bytes:
    """What is shown at a place of a lesson, or where an answer leads."""
    return await call.solved(study_jobs.learn, asked)


@api.at("/api/lessons/{lesson}/{step}/picture", "lesson-picture", SVG)
async def picture(call: Call) -> str:
    """The position of a step, and why it is won."""
    named = call.request.path_params
    # All learners ask for the same few first places, so only these are cached; made-up ones must not fill the
    # cache.
    job = partial(jobs.picture, study_jobs.step_of(named["lesson"], named["step"]).round, call.voice)
    return await call.service.solvers.common(job)
