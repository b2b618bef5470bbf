"""Lessons over HTTP. The server stores nothing: each request contains the place of the learner, which is
validated.
"""

from __future__ import annotations

from functools import partial

from starlette.responses import Response

from outnumber.api import bodies
from outnumber.api.lessons import Learning, Lessons
from outnumber.server.http.endpoints import SVG, Api, Call
from outnumber.study.lessons.lesson import LESSONS
from outnumber.workers import jobs, study_jobs

api = Api(422)


@api.at("/api/lessons", "lessons", "The lessons with their steps.", errors=())
async def listed(call: Call) -> Lessons:
    return Lessons.of(LESSONS.values(), {}, call.voice)


@api.at(
    "/api/lessons/learn", "lesson-learn", "What is shown at a place of a lesson, or where an answer leads.",
    Learning,
)  # fmt: skip
async def learn(call: Call, asked: bodies.LessonStepDone) -> bytes:
    return await call.solved(partial(study_jobs.learn, asked, call.voice))


@api.at(
    "/api/lessons/{lesson}/{step}/picture", "lesson-picture", "The position of a step, and why it is won.",
    SVG, what="The picture.",
)  # fmt: skip
async def picture(call: Call) -> Response:
    named = call.request.path_params
    # All learners ask for the same few first places, so only these are cached; made-up ones must not fill the
    # cache.
    job = partial(jobs.picture, study_jobs.step_of(named["lesson"], named["step"]).round, call.voice)
    return Response(await call.service.solvers.common(job), media_type=SVG)
