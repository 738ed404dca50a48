"""The daemon's event loop: session, pages and, where asked for, simulated hardware and people; ordered start and end.

Everything that can be wrong with the configuration is found before anything runs. It ends on SIGINT, SIGTERM, when the
match asked for is over, when the settings page asks for a new start, or when the desk could not go on; in every case in
the reverse order of the start.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal

import structlog

from drivers.link.serial_port import SerialPort
from drivers.simulator.stage_client import StageClient
from drivers.table.controller import ControllerTable
from drivers.table.deadlines import CommandDeadlines
from drivers.table.interface import Table
from referee.analysis.players import Character
from referee.daemon.camera_bridge import river_zones
from referee.daemon.cameras_desk import CamerasDesk, cameras_desk, watched
from referee.daemon.configuration import Configuration, ControllerTableSettings
from referee.daemon.daily_backup import back_up_daily
from referee.daemon.ending import Ending, ended_by_signal
from referee.daemon.evidence_settings import EvidenceSettings
from referee.daemon.folders import default_captured
from referee.daemon.loop_watch import watched_loop
from referee.daemon.port import LoopPort
from referee.daemon.recognition import RecognitionPlan
from referee.daemon.relay_table_settings import RelayTableSettings
from referee.daemon.service_manager import StatusTeller, tell_service_manager
from referee.daemon.session import CapturePlan, EvidencePlan, NotKeptError, Session, SessionPlan
from referee.daemon.settings.desk import SettingsDesk
from referee.daemon.settings.file import StartedWith
from referee.daemon.side_work import side_by_side
from referee.daemon.simulation.people import Pace, SimulatedPeople, Wishes
from referee.daemon.simulation.rig import Rig, RigConfig, simulated_desk
from referee.daemon.stop_signal import stop_by_signal
from referee.daemon.table_line import controller_table, relay_table
from referee.daemon.token_file import tokens_beside
from referee.daemon.token_keeper import TokenKeeper, page_of
from referee.daemon.watchdog import feed, watchdog_s
from referee.desk import DeskSettings
from referee.desk.allowed import is_between_deals
from referee.desk.state import DeskState
from referee.display.archive import Archive
from referee.display.outputs import Shows
from referee.display.roles import OVERLAY
from referee.display.server.app import create_app
from referee.display.server.runner import DisplayServer
from referee.display.views.disclosure import Disclosure
from referee.game import MatchSource, Phase, Seat
from referee.journal import Journal
from referee.rules import RuleSet, load_rules
from referee.tiles import InputError
from vision.model_file import ModelCard, read_card, shipped_model_path

_SIMULATED_EVIDENCE_BYTES: Final = 20_000_000
_log = structlog.get_logger("daemon")
_NAMES: Final = {Seat.A: "Akagi", Seat.B: "Washizu", Seat.C: "Zawa", Seat.D: "Kuro"}


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line adds to the configuration."""

    configuration: Configuration
    simulate: bool = False
    speed: float = 1.0
    exit_after: Literal["match", "deal"] | None = None
    truth: Path | None = None
    faces: Path | None = None
    seed: int = 1
    players: tuple[Character, ...] = (Character.CAREFUL,)
    announce: Callable[[str], None] = print
    faults: Path | None = None
    """A script of what goes wrong with simulated hardware."""
    started: StartedWith | None = None
    """The file that the configuration was read from, for the settings page."""


async def run_daemon(options: RunOptions) -> bool:
    """Run until it is time to end; whether it is to start anew, with the configuration file as it then stands.

    Raises InputError for what cannot be run, and whatever stopped the desk.
    """
    configuration = options.configuration
    rules = load_rules(configuration.rules)
    kept = None if options.simulate else tokens_beside(configuration.journal())
    keeper = TokenKeeper(configuration.tokens, rules.players, kept)
    if options.simulate or configuration.cameras:
        _card(configuration)  # a missing or foreign model is found now, not by a child later
    ending = Ending()
    failure: list[BaseException] = []
    loop = asyncio.get_running_loop()

    def failed(error: BaseException) -> None:
        failure.append(error)
        loop.call_soon_threadsafe(ending.end)

    with ended_by_signal(ending):
        async with _hardware(options, rules) as hardware:
            if not ending.asked.is_set():  # else it was told to end while the hardware started
                await _serve(options, rules, keeper, hardware, ending, failed)
    if failure and isinstance(failure[0], NotKeptError):
        raise InputError(str(failure[0])) from failure[0]  # a full disk is no defect: one line says it
    if failure:
        raise failure[0]
    return ending.anew


async def _serve(
    options: RunOptions,
    rules: RuleSet,
    keeper: TokenKeeper,
    hardware: "_Hardware",
    ending: Ending,
    failed: Callable[[BaseException], None],
) -> None:
    configuration = options.configuration
    loop = asyncio.get_running_loop()
    changed = _Changes()
    session = Session(_as_chosen(hardware.plan, configuration), hardware.table, changed.tell, failed)
    port = LoopPort(session.desk, session.pictures, configuration.rules, session.now_ms)
    if session.evidence is not None:
        session.evidence.subscribe(port.state_changed)  # a referee sees that there is a picture, once there is
    changed.listeners += [lambda _: port.state_changed(), StatusTeller().told]
    if options.exit_after is not None:
        changed.listeners.append(_when_over(options.exit_after, lambda: loop.call_soon_threadsafe(ending.end)))
    try:
        cameras = _calibration_of(options, hardware, session)
        settings = None if options.started is None else _settings(options.started, session, ending)
        server = _server(configuration, keeper, session, port, cameras, settings)
    except BaseException:
        session.abandon()
        raise
    async with contextlib.AsyncExitStack() as ended:
        if cameras is not None:
            ended.callback(cameras.close)
        ended.enter_context(stop_by_signal(session.emergency_stop))  # first: threads started from now on leave it alone
        session.start()
        ended.push_async_callback(asyncio.to_thread, session.stop)
        ended.push_async_callback(server.stop)
        await server.start()
        _announce(options, server.url, keeper)
        if hardware.control:
            options.announce(f"faults           junanaho faults send FILE --control {hardware.control}")
        _announce_model(options, hardware.plan)
        tell_service_manager(READY="1")
        if options.started is not None:
            _keep_as_good(options.started)
        # a demonstration goes at the pace of its machine: that it is slow is nobody's trouble
        watch = contextlib.nullcontext() if options.simulate else watched_loop()
        work = _work_beside(options, keeper, session, port)
        async with watch, _people(options, rules, hardware, session), side_by_side(work):
            await ending.asked.wait()
        _log.info("ending")
        tell_service_manager(STOPPING="1")


def _server(
    configuration: Configuration,
    keeper: TokenKeeper,
    session: Session,
    port: LoopPort,
    cameras: CamerasDesk | None,
    settings: SettingsDesk | None,
) -> DisplayServer:
    """The pages of the session's table, not yet served."""
    shown, web = configuration.disclosure, configuration.web
    app = create_app(
        port,
        keeper.tokens,
        Disclosure(shown.player_waits, shown.operator_hands, configuration.stream.all_outputs()),
        cameras=cameras,
        archive=Archive(session.store),
        stream=configuration.stream.files(),
        looks=configuration.looks.chosen(),
        metrics=session.metrics.registry,
        settings=settings,
        evidence=None if session.evidence is None else session.evidence.ring,
    )
    return DisplayServer(app, web.host, web.port, None if web.tls is None else web.tls.files())


def _work_beside(
    options: RunOptions, keeper: TokenKeeper, session: Session, port: LoopPort
) -> Mapping[str, Coroutine[Any, Any, None]]:
    """What goes on beside the pages as long as the table runs, by name."""
    configuration = options.configuration
    work = {"tokens": keeper.follow()}
    if not options.simulate and configuration.backup.keep:
        work["backup"] = back_up_daily(session.store, configuration.backups(), configuration.backup.keep)
    if (deadline_s := watchdog_s()) is not None:
        work["watchdog"] = feed(deadline_s, session.turns_s)
    if configuration.obs is not None:
        from referee.daemon.obs_scenes import ObsScenes  # the extra `obs`: only who switches scenes needs it

        work["obs"] = ObsScenes(configuration.obs, port).follow()
    return work


def _as_chosen(plan: SessionPlan, configuration: Configuration) -> SessionPlan:
    """The plan with what the house discloses, the model that it chose, and the keeping of faces if it wants that."""
    plan = replace(plan, settings=replace(plan.settings, operator_hands=configuration.disclosure.operator_hands))
    if plan.recognition is None:
        return plan
    wanted = configuration.capture
    recognition = replace(plan.recognition, model=configuration.recognition.model, faces=wanted.enabled)
    if configuration.evidence.enabled:
        recognition = replace(recognition, pictured_zones=river_zones(recognition.cameras))
        plan = replace(plan, evidence=_evidence(configuration.evidence, plan))
    if not wanted.enabled:
        return replace(plan, recognition=recognition)
    capture = CapturePlan(wanted.folder or default_captured(), wanted.limits(), _card(configuration).sha256)
    return replace(plan, recognition=recognition, capture=capture)


def _evidence(wanted: EvidenceSettings, plan: SessionPlan) -> EvidencePlan:
    """Where pictures of discards go; those of a demonstration apart, so that they push out none of a real match."""
    folder, limits = wanted.folder or plan.store.parent / "evidence", wanted.limits()
    if plan.settings.source is not MatchSource.SIMULATED:
        return EvidencePlan(folder, limits)
    few = replace(limits, most_bytes=min(limits.most_bytes, _SIMULATED_EVIDENCE_BYTES))
    return EvidencePlan(folder.with_name(f"{folder.name}-simulated"), few)


def _card(configuration: Configuration) -> ModelCard:
    return read_card(configuration.recognition.model or shipped_model_path())


@dataclass(slots=True)
class _Changes:
    """Who is told of each new state of the desk, in the desk's thread."""

    listeners: list[Callable[[DeskState], None]] = field(default_factory=list)

    def tell(self, state: DeskState) -> None:
        for listener in self.listeners:
            listener(state)


@dataclass(frozen=True, slots=True)
class _Hardware:
    plan: SessionPlan
    table: Table | None
    hall: str = ""
    control: str = ""


@contextlib.asynccontextmanager
async def _hardware(options: RunOptions, rules: RuleSet) -> AsyncIterator[_Hardware]:
    configuration = options.configuration
    store = configuration.journal()
    Journal(store).close()  # one that cannot be used, or is in use, is told before any hardware starts
    if not options.simulate:
        with _driven(configuration, store) as table:
            settings = DeskSettings(MatchSource.PHYSICAL, configuration.venue, has_table=table is not None)
            yield _Hardware(SessionPlan(store, settings, _recognition(configuration)), table)
        return
    # beside the loop, so that a signal that comes meanwhile is heard
    wanted = RigConfig(options.seed, options.speed, options.faces, options.truth, faults=options.faults)
    rig = await asyncio.to_thread(Rig, wanted, rules)
    try:
        settings = simulated_desk(options.speed, configuration.venue)
        plan = SessionPlan(store, settings, rig.recognition(), options.speed)
        deadlines = CommandDeadlines().slowed(options.speed)  # a table slower than a real one is not a stuck one
        yield _Hardware(plan, ControllerTable(SerialPort(rig.port), deadlines=deadlines), rig.hall, rig.control)
    finally:
        await asyncio.to_thread(rig.close)


@contextlib.contextmanager
def _driven(configuration: Configuration, store: Path) -> Iterator[Table | None]:
    """The table that is driven, None where people do everything by hand."""
    match configuration.table:
        case ControllerTableSettings() as settings:
            with controller_table(settings, store.parent / "link-frames") as table:
                yield table
        case RelayTableSettings() as settings:
            with relay_table(settings) as table:
                yield table
        case _:
            yield None


def _recognition(configuration: Configuration) -> RecognitionPlan | None:
    if not configuration.cameras:
        return None
    settings = configuration.recognition
    return RecognitionPlan(watched(configuration.cameras), settings.still_ms, settings.threads)


def _calibration_of(options: RunOptions, hardware: _Hardware, session: Session) -> CamerasDesk | None:
    """The cameras of a real table can be calibrated beside the match."""
    plan, recognition = hardware.plan.recognition, session.recognition
    if options.simulate or plan is None or recognition is None:
        return None
    return cameras_desk(options.configuration.cameras, plan, recognition)


def _settings(started: StartedWith, session: Session, ending: Ending) -> SettingsDesk:
    def quiet() -> bool:
        match = session.desk.state.match
        return match is None or match.ended or is_between_deals(match)

    return SettingsDesk(started, quiet, ending.start_anew)


def _keep_as_good(started: StartedWith) -> None:
    try:
        started.file.keep_as_good(started.text)
    except InputError as error:  # the table runs all the same
        _log.warning("last_good_not_kept", message=str(error))


@contextlib.asynccontextmanager
async def _people(options: RunOptions, rules: RuleSet, hardware: _Hardware, session: Session) -> AsyncIterator[None]:
    if not options.simulate:
        yield
        return
    names = {seat: _NAMES[seat] for seat in tuple(Seat)[: rules.players]}
    most_matches = None if options.exit_after is None else 1
    wishes = Wishes(names, options.configuration.rules, most_matches, characters=options.players)
    hall = StageClient(hardware.hall)
    people = SimulatedPeople(session.desk, hall, wishes, session.now_ms, options.seed, Pace().patient(options.speed))
    people.start()
    try:
        yield
    finally:
        await asyncio.to_thread(people.stop)
        hall.close()


def _when_over(what: Literal["match", "deal"], end: Callable[[], object]) -> Callable[[DeskState], None]:
    def told(state: DeskState) -> None:
        match = state.match
        if match is None:
            return
        deal_over = any(deal.phase is Phase.ENDED and deal.shown for deal in match.deals)
        if match.ended or (what == "deal" and deal_over):
            end()

    return told


def _announce(options: RunOptions, url: str, keeper: TokenKeeper) -> None:
    options.announce(f"public display   {url}")
    tokens = keeper.tokens
    # a token that the house has set is the house's to know; one that was made must be told
    asked = {role: f"?token={tokens.of(role)}" if role in keeper.made else "" for role in tokens.roles}
    for role in tokens.roles:
        if role != OVERLAY:
            options.announce(f"{role!s:16} {url}{page_of(role)}{asked[role]}")
    for name, output in options.configuration.stream.all_outputs().items():
        token = asked[OVERLAY] if output.shows is Shows.HANDS else ""
        options.announce(f"{f'overlay {name}':16} {url}overlay/{name}{token}")
    if options.simulate:
        options.announce("simulated table: everything runs by itself; use the operator page to take over. Ctrl-C ends")


def _announce_model(options: RunOptions, plan: SessionPlan) -> None:
    if plan.recognition is None:
        return
    card, capture = _card(options.configuration), options.configuration.capture
    _log.info("classifier", name=card.name, sha256=card.sha256)
    options.announce(f"tiles are read by {card.name} ({card.sha256[:12]})")
    if capture.enabled:
        options.announce(f"faces are kept in {capture.folder or default_captured()}")
