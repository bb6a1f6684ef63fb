/**
 * The orrery: etcd, the processes round it, who is connected to whom, and every message as a bead.
 * React lays out what holds still; each frame writes into it what the playhead shows.
 */
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../../i18n';
import type { ActVerb, Orrery } from '../../stores';
import { stepTexts } from '../../why/step-words';
import { useFrames, useMeasure, useSize } from './browser';
import { EndpointsCard, NoteCard } from './cards';
import { type Shown, useDraw } from './draw';
import type { Vertex } from './layout';
import { Legend, LegendButton } from './legend';
import { type StageModel, useStageModel } from './model';
import { GroupMembers, Tip, type TipPlace } from './overlays';
import { hookUnder, select, useTargetEvents } from './pointing';
import type { CastMember } from './process-kind';
import { buildScene, type Scene } from './scene';
import { SceneSvg } from './scene-svg';
import styles from './stage.module.css';
import { Targets } from './targets';
import { stageTexts } from './texts';
import { Tools } from './tools';
import tools from './tools.module.css';
import { groupName, longestLease, longestStates, type StageText, shortName } from './wording';

export interface StageProps {
  readonly orrery: Orrery;
  /** An act on a process, at the playhead; without it the stage is only looked at. */
  readonly onAct?: (verb: ActVerb, process: string) => void;
  /** Processes that are in another state in the run that this one is compared with. */
  readonly differing?: ReadonlySet<string>;
}

/** Narrower than this, the name of the selected process is left to its brass ring, px. */
const SUBJECT_WIDTH = 640;

export function Stage({ orrery, onAct, differing }: StageProps) {
  const t = useTexts(orrery, stageTexts);
  const verbs = useTexts(orrery, stepTexts);
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const hovered = useRef<string | undefined>(undefined);
  const [tip, setTip] = useState<TipPlace>();
  const [legendOpen, setLegendOpen] = useState(false);
  const model = useStageModel(orrery);
  const told = useLessonTells(orrery);
  const scene = useScene({ model, root, t, noted: !told, tools: onAct !== undefined });
  const drawing = { orrery, model, scene, t, tip, hovered, canvas };
  const { draw, adopt, shown, toolsNow } = useDraw(drawing);
  const request = useFrames(orrery, draw);
  useDrawing({ root, scene, adopt, draw });
  const point = usePointer({ root, scene, model, setTip });
  return (
    <section
      ref={root}
      className={styles.stage}
      aria-label={t('title')}
      onPointerMove={point}
      onPointerDown={point}
    >
      {scene && (
        <Picture
          {...{
            orrery,
            model,
            scene,
            shown,
            t,
            tip,
            setTip,
            hovered,
            request,
            canvas,
            differing,
            told,
          }}
        />
      )}
      <StageState orrery={orrery} t={t} empty={shown.seq < 0} />
      {onAct && (
        <div className={tools.tools}>
          <Tools
            t={t}
            verbs={verbs}
            tools={shown.tools}
            process={shown.selected}
            onUse={(verb) => {
              const { selected, tools } = toolsNow();
              const fits = tools.some((tool) => tool.verb === verb && tool.enabled);
              if (fits && selected !== undefined) onAct(verb, selected);
            }}
            showSubject={(scene?.frame.size.width ?? 0) >= SUBJECT_WIDTH}
          />
          <LegendButton t={t} open={legendOpen} onToggle={() => setLegendOpen(!legendOpen)} />
        </div>
      )}
      {legendOpen && <Legend t={t} onClose={() => setLegendOpen(false)} />}
    </section>
  );
}

interface PointerParts {
  readonly root: RefObject<HTMLElement | null>;
  readonly scene: Scene | undefined;
  readonly model: StageModel;
  readonly setTip: Dispatch<SetStateAction<TipPlace | undefined>>;
}

/** Follows the pointer over hooks, which are no targets of their own. */
function usePointer({ root, scene, model, setTip }: PointerParts) {
  return (event: { clientX: number; clientY: number }): void => {
    const bounds = root.current?.getBoundingClientRect();
    if (!scene || !bounds) return;
    const at = { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
    const found = hookUnder(scene, model.hooks, at);
    setTip((old) =>
      found ? (old?.of === found.of ? old : found) : old?.of.startsWith('hook') ? undefined : old,
    );
  };
}

interface Drawing {
  readonly root: RefObject<HTMLElement | null>;
  readonly scene: Scene | undefined;
  readonly adopt: (root: ParentNode) => void;
  readonly draw: () => void;
}

/** Draws what React has laid out: the first picture by itself, each later one before it is seen. */
function useDrawing({ root, scene, adopt, draw }: Drawing): void {
  const drawn = useRef(false);
  const latest = useRef(draw);
  latest.current = draw;
  useLayoutEffect(() => {
    if (root.current) adopt(root.current);
    if (drawn.current) draw();
  });
  useEffect(() => {
    if (!scene || drawn.current) return;
    const first = setTimeout(() => {
      drawn.current = true;
      latest.current();
    });
    return () => clearTimeout(first);
  }, [scene]);
}

interface SceneInput {
  readonly model: StageModel;
  readonly root: RefObject<HTMLElement | null>;
  readonly t: StageText;
  readonly noted: boolean;
  readonly tools: boolean;
}

function useScene({ model, root, t, noted, tools }: SceneInput): Scene | undefined {
  const size = useSize(root);
  const measure = useMeasure();
  return useMemo(() => {
    if (!size) return undefined;
    const words = {
      measure,
      ...longestStates(t),
      lease: longestLease(t),
      groupName: (vertex: Vertex, versioned: boolean) => groupName(t, vertex, versioned),
      shortName: (member: CastMember) => shortName(t, member),
      leader: t('leader'),
    };
    const { cast, history, addresses, listed } = model;
    const links = [...history.links.values()];
    return buildScene({ cast, links, size, addresses, listed, noted, tools, words });
  }, [model, size, measure, t, noted, tools]);
}

interface PictureProps {
  readonly orrery: Orrery;
  readonly model: StageModel;
  readonly scene: Scene;
  readonly shown: Shown;
  readonly t: StageText;
  readonly tip: TipPlace | undefined;
  readonly setTip: (tip: TipPlace | undefined) => void;
  readonly hovered: RefObject<string | undefined>;
  readonly request: () => void;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly differing: ReadonlySet<string> | undefined;
  readonly told: boolean;
}

function Picture(props: PictureProps) {
  const { orrery, model, scene, shown, t, tip, setTip, hovered, request, canvas, told } = props;
  const language = useStore(orrery.settings, (state) => state.language);
  const [openGroup, setOpenGroup] = useState<string>();
  const [closedNote, setClosedNote] = useState(-1);
  const closeGroup = useCallback(() => setOpenGroup(undefined), []);
  const events = useTargetEvents({ orrery, scene, hovered, request, setTip, setOpenGroup });
  const group = scene.vertices.find(({ id }) => id === openGroup);
  const { note, noteIsOld } = shown;
  return (
    <>
      <SceneSvg scene={scene} hooks={model.hooks} />
      <canvas ref={canvas} className={styles.layer} />
      <EndpointsCard
        orrery={orrery}
        t={t}
        endpoints={shown.endpoints}
        rect={scene.frame.endpoints}
        onWhy={(seq) => {
          orrery.selection.setState({ selected: { kind: 'record', seq } });
          orrery.settings.setState({ inspectorTab: 'why' });
        }}
      />
      {note && !told && note.seq !== closedNote && (
        <NoteCard
          t={t}
          language={language}
          note={note}
          isOld={noteIsOld}
          rect={scene.frame.note}
          onClose={() => setClosedNote(note.seq)}
        />
      )}
      <Targets
        scene={scene}
        label={t('processes')}
        help={t('help')}
        hooks={model.hooks}
        selected={shown.selected}
        openGroup={openGroup}
        differing={props.differing}
        events={events}
      />
      {group && (
        <GroupMembers
          t={t}
          vertex={group}
          scene={scene}
          processes={shown.processes}
          onClose={closeGroup}
          onChoose={(process) => {
            select(orrery, process);
            setOpenGroup(undefined);
          }}
        />
      )}
      {tip && <Tip tip={tip} scene={scene} />}
    </>
  );
}

/** Whether the notes are the text of the lesson above, which need not be said twice. */
function useLessonTells(orrery: Orrery): boolean {
  const { lesson, away } = useStore(orrery.lesson);
  const scenario = useStore(orrery.session, (state) => state.scenario);
  return lesson !== undefined && !away && lesson.scenario === scenario;
}

interface StageStateProps {
  readonly orrery: Orrery;
  readonly t: StageText;
  readonly empty: boolean;
}

/** What is said where there is nothing to see yet, or no more to come. */
function StageState({ orrery, t, empty }: StageStateProps) {
  const status = useStore(orrery.session, (state) => state.status);
  const waiting = status === 'loading' || status === 'running';
  if (!empty || status === 'done' || status === 'stopped') return undefined;
  const key = waiting ? 'loading' : status;
  return (
    <p className={styles.empty} role="status">
      {t(key)}
    </p>
  );
}
