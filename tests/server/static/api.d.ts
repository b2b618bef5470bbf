// Written by python -m tests.make_types from the models of the server.
declare namespace api {
  interface AboutPuzzle {
    puzzle: PuzzlePosition;
  }
  interface Ack {
    type: "ack";
    id: string;
    event: Event;
  }
  interface Animal {
    id: string;
    name: string;
    free: boolean;
  }
  interface AnyPosition {
    game: string;
    options?: Record<string, any>;
    moves?: Array<number>;
  }
  interface BestChain {
    range: number;
    link: Array<string>;
    chain: Array<number>;
    length: number;
    proven: boolean;
    bound: number;
    method: string;
    text: Array<string>;
  }
  interface BoardModel {
    title: string;
    about: string;
    names: Array<string>;
    moves: Array<number>;
    seats: Array<number>;
    scene: SceneModel;
    over: boolean;
    verdict: VerdictModel | null;
    question: string;
  }
  interface Card {
    card_id: number | null;
    state: number | null;
    step: number | null;
    stability: number | null;
    difficulty: number | null;
    due: string;
    last_review: string;
  }
  interface Catalogue {
    games: Array<GameModel>;
    players: Array<PlayerModel>;
    limits: Limits;
  }
  interface ChainAsked {
    range?: number;
    link?: Array<string>;
    chain?: Array<number>;
  }
  interface ChainChange {
    range?: number;
    link?: Array<string>;
    chain?: Array<number>;
    do?: "add" | "back" | "cut" | "front" | "insert" | "reverse" | "take" | "turn" | null;
    number?: number;
    after?: number | null;
  }
  interface ChainHintModel {
    text: string;
  }
  interface ChainModel {
    range: number;
    link: Array<string>;
    chain: Array<number>;
    joins: Array<string>;
    front: Array<number>;
    back: Array<number>;
    between: Array<Array<number>>;
    marks: Array<number>;
    proven: boolean;
  }
  interface Chances {
    chances: number;
    kept: number;
    accuracy: number | null;
    share: number | null;
  }
  interface ChildModel {
    number: number;
    animal: string;
    name: string;
    here: boolean;
    gone: boolean;
    hand: boolean;
    activity: "finished" | "left" | "lesson" | "none" | "playing" | "puzzle" | "waiting";
    game: string;
    opponent: number | null;
    seconds: number;
    at: PlaceModel | null;
    lessons: Array<ReachedModel>;
    hard: Array<ReachedModel>;
    solved: number;
    missed: number;
    won: number;
    played: number;
    task_solved: number;
    task_missed: number;
  }
  interface Claim {
    action: "accept" | "decline" | "offer";
    id?: string | null;
  }
  interface ClassModel {
    id: string;
    seq: number;
    code: string;
    link: string;
    open: boolean;
    children: Array<ChildModel>;
    task: TaskModel | null;
    pairs: Array<PairModel>;
    left: number | null;
    shown: ShownModel | null;
    seconds: number;
    plan: Array<Station>;
    station: number;
    tally: Array<Array<number>>;
    reveal_tally: boolean;
    reveal_answer: boolean;
    tournament: "points" | "quiet" | "teams" | null;
    teams: number;
    standings: Array<StandingModel>;
    missed: Array<MissedModel>;
    ended: boolean;
  }
  interface Code {
    text: string;
  }
  interface Create {
    game: string;
    options?: Record<string, any>;
    opponent?: string;
    name?: string;
    first?: "me" | "them" | "toss";
    rounds?: number;
    clock?: number | null;
    help?: boolean;
    takebacks?: boolean;
    claims?: boolean | null;
    token?: string | null;
    game_clock?: GameClockModel | null;
    other?: string;
    start?: "book" | "drawn" | "fair";
    seed?: number | null;
    stage?: number | null;
  }
  interface DailyPuzzle {
    date: string;
    puzzle: PuzzleModel;
  }
  interface Done {
    seq: number;
    event: Event;
  }
  interface DoorModel {
    id: string;
    animals: Array<Animal>;
  }
  interface EndClass {
    id?: string | null;
  }
  interface EnterClass {
    code: string;
    animal?: string | null;
    token?: string | null;
  }
  interface Error {
    error: ErrorModel;
  }
  interface ErrorModel {
    code: string;
    message: string;
    numbers?: Record<string, any> | null;
  }
  interface Event {
    seq: number;
    kind: "claim-accept" | "claim-decline" | "claim-offer" | "help" | "move" | "pick" | "rematch-accept" | "rematch-decline" | "rematch-offer" | "resign" | "seat" | "takeback-accept" | "takeback-decline" | "takeback-offer" | "time" | "token";
    participant: number;
    at: number;
    round: number;
    seat: number;
    number: number;
    turn: number | null;
    passed: Array<number>;
    outcome: OutcomeModel;
    match: "over";
    name: string;
    plies: number;
    seconds: number;
    game: string;
    spent: number;
    opening: Array<number>;
    legal: Array<number>;
    board: Record<string, any>;
    scene: SceneModel;
    left: number | null;
    times: [number, number] | null;
  }
  interface EventFrame {
    type: "event";
    event: Event;
  }
  interface Events {
    seq: number;
    events: Array<Event>;
  }
  interface GameClockModel {
    seconds: number;
    increment: number;
  }
  interface GameModel {
    game: string;
    title: string;
    summary: string;
    options: Array<OptionModel>;
  }
  interface GameOn {
    moves: Array<number>;
    seats: Array<number>;
    turn: number;
    legal: Array<number>;
    scene: SceneModel;
  }
  interface Health {
    status: "ok" | "stopping" | "storage";
    version: string;
    damaged: number;
  }
  interface Hello {
    type: "hello";
    token: any;
    after: number | null;
    positions: boolean | null;
    language: "de" | "en";
  }
  interface HintModel {
    level: number;
    code: string;
    numbers: Record<string, any>;
    text: string;
  }
  interface JoinModel {
    kind: string;
    number: number;
    text: string;
  }
  interface Learning {
    place: Place;
    view: LessonView;
  }
  interface LeaveClass {
    id?: string | null;
  }
  interface LessonModel {
    id: string;
    game: string;
    title: string;
    steps: Array<LessonStep>;
    levels: Array<string>;
    place: Place | null;
    stars: Array<"can" | "proved" | "saw"> | null;
  }
  interface LessonStep {
    id: string;
    part: "drill" | "idea" | "seat" | "tiny" | "who";
    title: string;
    options: Record<string, any>;
    moves: Array<number>;
    done: boolean;
  }
  interface LessonStepDone {
    place: Place;
    do?: "answer" | "at" | "hint" | "look" | "onward";
    number?: number;
    step?: string;
  }
  interface LessonView {
    lesson: string;
    title: string;
    game: string;
    step: string;
    part: "drill" | "idea" | "seat" | "tiny" | "who";
    part_title: string;
    number: number;
    steps: number;
    options: Record<string, any>;
    about: string;
    board: GameOn;
    you: number | null;
    asks: "move" | "next" | "seat";
    said: Array<Sentence>;
    hints: Array<Sentence>;
    reply: PlayedOut | null;
    done: boolean;
    wrong: number;
    solved: boolean | null;
    missed: PuzzleModel | null;
    newly_missed: boolean;
    level: string;
    harder: string;
  }
  interface Lessons {
    lessons: Array<LessonModel>;
  }
  interface Limits {
    range: number;
    target: number;
    rounds: number;
    clock: number;
    name: number;
  }
  interface Links {
    watch: string;
    seat: string;
    invite: string | null;
  }
  interface Listed {
    name: string;
    id: string;
    game: string;
    title: string;
    options: Record<string, any>;
    about: string;
    state: "open" | "over" | "playing";
    created: string;
    rounds: number;
    clock: number | null;
    game_clock: GameClockModel | null;
    help: boolean;
  }
  interface ListedGames {
    games: Array<Listed>;
  }
  interface MakeClass {
    token?: string | null;
  }
  interface MissedModel {
    what: string;
    game: string;
    kind: string;
    difficulty: number | null;
    seed: number;
    missed: number;
    solved: number;
  }
  interface Move {
    number: number;
    after?: number | null;
    id?: string | null;
    spent?: number | null;
  }
  interface OfferModel {
    kind: "claim" | "rematch" | "takeback";
    participant: number;
    plies: number;
    seconds: number | null;
  }
  interface Opened {
    id: string;
    token: string;
    link: string;
    state: ClassModel;
  }
  interface OptionModel {
    name: string;
    default: any;
    choices: Array<string> | null;
    help: string;
  }
  interface OutcomeModel {
    winner: number;
    participant: number;
    reason: string;
  }
  interface PageMove {
    seat: number;
    move: number;
    grade: "drawn" | "forced" | "kept" | "no-chance" | "threw-away";
    winner_before: number;
    winning: Array<number>;
    regret: number;
    weight: number;
  }
  interface PageReview {
    round: number;
    first: number;
    outcome: OutcomeModel | null;
    ahead: number;
    winners: Array<number>;
    accuracy: Array<number | null>;
    chances: Array<Chances>;
    turning_point: number | null;
    reason: Sentence | null;
    refutation: Array<StepModel>;
    ending: Sentence | null;
    moves: Array<PageMove>;
    told: [string, string, string];
    story: [string, string, string];
  }
  interface PairModel {
    game: string;
    first: number;
    second: number | null;
    over: boolean;
    winner: number | null;
    moves: number;
    left: Array<number>;
    current: boolean;
    round: number;
  }
  interface PathModel {
    game: string;
    title: string;
    open: number | null;
    total: number | null;
    stages: Array<StageModel>;
  }
  interface Paths {
    paths: Array<PathModel>;
  }
  interface Pick {
    seat: number;
    id?: string | null;
  }
  interface Ping {
    type: "ping";
  }
  interface Place {
    lesson: string;
    step: string;
    given: Array<number>;
    wrong: number;
    hinted: number;
    done: Array<string>;
    clean: Array<string>;
    stars: Array<"can" | "proved" | "saw">;
    seed: number;
    decided: boolean;
    level: number;
    row: number;
  }
  interface PlaceModel {
    place: "class" | "game" | "lesson" | "puzzle";
    what: string;
    title: string;
    step: string;
    stuck: number;
    seconds: number;
  }
  interface PlayedOut {
    right: boolean;
    said: Array<Sentence>;
    start: number;
    moves: Array<number>;
    seats: Array<number>;
    scene: SceneModel;
  }
  interface PlayerInGame {
    participant: number;
    name: string;
    plays: string;
    seat: number;
    here: boolean;
    title: string;
  }
  interface PlayerModel {
    name: string;
    help: string;
  }
  interface Pong {
    type: "pong";
    seq: number;
  }
  interface PositionModel {
    game: string;
    title: string;
    options: Record<string, any>;
    about: string;
    moves: Array<number>;
    seats: Array<number>;
    turn: number | null;
    legal: Array<number>;
    outcome: OutcomeModel | null;
    scene: SceneModel;
    told: string;
  }
  interface Presence {
    type: "presence";
    here: Array<boolean>;
    watching: number;
  }
  interface PupilModel {
    id: string;
    seq: number;
    number: number;
    name: string;
    animal: string;
    activity: "finished" | "left" | "lesson" | "none" | "playing" | "puzzle" | "waiting";
    hand: boolean;
    task: TaskModel | null;
    left: number | null;
    question: string;
    choices: Array<number>;
    chosen: number | null;
    solved: number;
    won: number;
    opponent_left: boolean;
    watch: string | null;
  }
  interface PuzzleAhead {
    answer: PuzzleAnswer;
    hints: Array<HintModel>;
    tries: Array<TryAhead>;
    whole: boolean;
  }
  interface PuzzleAnswer {
    solution: number | Array<number>;
    explanation: Sentence;
    pairs: Array<[number, number]>;
    theme: string;
    title: string;
    lesson: string;
    text: string;
    scene: SceneModel;
  }
  interface PuzzleHelp {
    puzzle: PuzzlePosition;
    level?: number;
    answer?: Array<number>;
  }
  interface PuzzleModel {
    moves: Array<number>;
    seats: Array<number>;
    turn: number;
    legal: Array<number>;
    scene: SceneModel;
    id: string;
    game: string;
    title: string;
    options: Record<string, any>;
    about: string;
    board: Record<string, any>;
    difficulty: number;
    kind: "all" | "avoid" | "one" | "seat" | "who";
    question: string;
  }
  interface PuzzleMove {
    puzzle: PuzzlePosition;
    move?: number | null;
    answer?: Array<number> | null;
  }
  interface PuzzleOutcome {
    answer: "helped" | "missed" | "solved";
    card?: Card | null;
  }
  interface PuzzlePosition {
    game: string;
    options: Record<string, any>;
    moves: Array<number>;
    kind?: "all" | "avoid" | "one" | "seat" | "who";
  }
  interface PuzzleSoFar {
    puzzle: PuzzlePosition;
    answer?: Array<number>;
  }
  interface PuzzleTry {
    right: boolean;
    move: number;
    refutation: RefutedTry | null;
    answer: PuzzleAnswer | null;
    game: GameOn | null;
  }
  interface PuzzlesModel {
    game: string;
    seed: number;
    puzzles: Array<PuzzleModel>;
  }
  interface RaiseHand {
    up: boolean;
    id?: string | null;
  }
  interface ReachedModel {
    what: string;
    title: string;
    step: string;
  }
  interface React {
    type: "react";
    reaction: "good-luck" | "hello" | "oops" | "thanks" | "well-played" | "wow";
  }
  interface Reaction {
    type: "reaction";
    participant: number;
    reaction: "good-luck" | "hello" | "oops" | "thanks" | "well-played" | "wow";
  }
  interface RefusedFrame {
    type: "refused";
    id: string | null;
    error: ErrorModel;
  }
  interface RefutedTry {
    line: Array<StepModel>;
    ending: Sentence | null;
    scene: SceneModel;
  }
  interface Rematch {
    action: "accept" | "decline" | "offer";
    id?: string | null;
  }
  interface Renew {
    id?: string | null;
    token?: string | null;
  }
  interface Report {
    place?: "class" | "game" | "lesson" | "puzzle";
    what?: string;
    step?: string;
    stuck?: number;
    solved?: boolean | null;
    id?: string | null;
  }
  interface Resign {
    id?: string | null;
  }
  interface Reveal {
    tally?: boolean;
    answer?: boolean;
    id?: string | null;
  }
  interface RoundModel {
    round: number;
    first: number;
    moves: Array<number>;
    seats: Array<number>;
    outcome: OutcomeModel | null;
    drawn: number;
    told: [string, string, string] | null;
  }
  interface RowModel {
    label: string;
    seat: number | null;
    numbers: Array<number>;
    joins: Array<JoinModel>;
    total: number | null;
    target: number | null;
  }
  interface SceneModel {
    turn: number | null;
    numbers: Array<number>;
    unused: Array<number>;
    legal: Array<number>;
    rows: Array<RowModel>;
    earlier: number;
    demand: string;
  }
  interface Scheduled {
    card: Card;
  }
  interface Seated {
    id: string;
    token: string;
    invite: string | null;
    links: Links;
    state: State;
  }
  interface SendOut {
    child: number;
    id?: string | null;
  }
  interface Sentence {
    code: string;
    numbers: Record<string, any>;
    text: string;
  }
  interface SetDoor {
    open: boolean;
    id?: string | null;
  }
  interface SetLesson {
    lesson: string;
    id?: string | null;
  }
  interface SetPairs {
    game: string;
    options?: Record<string, any>;
    help?: boolean;
    free?: boolean;
    round?: boolean;
    final?: boolean;
    computer?: string;
    id?: string | null;
  }
  interface SetPlan {
    stations: Array<Station>;
    station?: number;
    id?: string | null;
  }
  interface SetPuzzles {
    game: string;
    kind?: "all" | "avoid" | "one" | "seat" | "who" | null;
    difficulty?: number | null;
    seed?: number | null;
    id?: string | null;
  }
  interface SetShown {
    table?: string;
    game?: string;
    options?: Record<string, any>;
    moves?: Array<number>;
    puzzle?: "all" | "avoid" | "one" | "seat" | "who" | null;
    standings?: boolean;
    id?: string | null;
  }
  interface SetTeam {
    child: number;
    team: number;
    id?: string | null;
  }
  interface SetTimer {
    seconds: number;
    id?: string | null;
  }
  interface SetTournament {
    mode?: "points" | "quiet" | "teams";
    teams?: number;
    id?: string | null;
  }
  interface ShownModel {
    table: string;
    game: string;
    options: Record<string, any>;
    moves: Array<number>;
    puzzle: string;
    choices: Array<number>;
    standings: boolean;
  }
  interface Sit {
    id?: string | null;
    name?: string;
    token?: string | null;
  }
  interface StageModel {
    number: number;
    title: string;
    options: Record<string, any>;
    about: string;
    opponent: string;
    name: string;
    line: string;
    learner: string;
    rounds: number;
    moves: Array<number> | null;
    seat: number | null;
    stars: Array<"flawless" | "unaided" | "won">;
  }
  interface StageResult {
    game: string;
    stage: number;
    won: boolean;
    stars: Array<"flawless" | "unaided" | "won">;
    missed: number | null;
    turning: string | null;
    theme: string | null;
    step: string | null;
  }
  interface StandingModel {
    rank: number;
    number: number;
    points: number;
    opponents: number;
    beaten: number;
    team: number;
  }
  interface State {
    id: string;
    game: string;
    title: string;
    options: Record<string, any>;
    about: string;
    state: "open" | "over" | "playing";
    created: string;
    rounds: number;
    clock: number | null;
    game_clock: GameClockModel | null;
    help: boolean;
    seq: number;
    first: number | null;
    takebacks: boolean;
    claims: boolean;
    opponent: string;
    participants: Array<PlayerInGame>;
    you: Who | null;
    round: number;
    turn: Who | null;
    legal: Array<number>;
    board: Record<string, any>;
    scene: SceneModel;
    history: Array<RoundModel>;
    score: [number, number];
    champion: number | null;
    left: number | null;
    offer: OfferModel | null;
    next: string | null;
    watching: number;
    times: [number, number] | null;
    expires: string | null;
    start: "book" | "drawn" | "fair";
    stage: number | null;
    pick: Who | null;
    result: [string, string, string] | null;
    helped: Array<number>;
  }
  interface Station {
    kind: "idea" | "pairs" | "puzzles" | "summary" | "talk" | "tiny";
    minutes: number;
    game: string;
    options?: Record<string, any>;
    moves?: Array<number>;
    puzzle?: "all" | "avoid" | "one" | "seat" | "who" | null;
    difficulty?: number | null;
  }
  interface StepModel {
    seat: number;
    move: number;
  }
  interface Stopping {
    type: "stopping";
  }
  interface Takeback {
    action: "accept" | "decline" | "offer";
    id?: string | null;
  }
  interface TaskModel {
    number: number;
    kind: "games" | "lesson" | "puzzles";
    title: string;
    link: string | null;
    what: string;
    seed: number | null;
    puzzle: string | null;
    difficulty: number | null;
  }
  interface Thinking {
    type: "thinking";
    participant: number;
  }
  interface TryAhead {
    given: Array<number>;
    right: boolean;
    refutation: RefutedTry | null;
    game: GameOn | null;
  }
  interface UndoRound {
    id?: string | null;
  }
  interface VerdictModel {
    game: string;
    options: Record<string, any>;
    moves: Array<number>;
    to_move: number | null;
    over: boolean;
    winner: number;
    legal: Array<number>;
    winning: Array<number>;
    length: number | null;
    reason: string;
    certificate: Record<string, any>;
    because: Sentence;
  }
  interface Vote {
    answer: number;
    id?: string | null;
  }
  interface Welcome {
    type: "welcome";
    seq: number;
    you: Who | null;
    state: State;
    events: Array<Event>;
  }
  interface Who {
    participant: number;
    seat: number;
  }
}
