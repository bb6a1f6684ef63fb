/**
 * The processes as buttons, laid over the picture: one is in the order of Tab, arrow keys walk from
 * one to the next, Down and Up go into the hooks of an API server and out. All that is drawn of a
 * process is its button: the body, the hooks and the arc round it, and its label.
 */
import { type KeyboardEvent, type MouseEvent, memo, useId, useRef, useState } from 'react';
import type { LabelBox } from './labels';
import type { Vertex } from './layout';
import type { Scene } from './scene';
import styles from './stage.module.css';

/** Size of a target of a small body, px; and the least, where bodies stand close together. */
const TARGET_SIZE = 44;
const TARGET_LEAST = 24;

type Body = Pick<Vertex, 'x' | 'y' | 'reach'>;

/** As large as what is drawn, and large enough to touch as far as its neighbours leave room, px. */
export function targetSize(body: Body, bodies: readonly Body[]): number {
  const { x, y, reach } = body;
  const rooms = bodies
    .filter((other) => other !== body)
    .map((other) => {
      const apart = Math.max(Math.abs(other.x - x), Math.abs(other.y - y));
      return 2 * other.reach <= apart ? apart : 2 * (apart - other.reach);
    });
  return Math.max(2 * reach, TARGET_LEAST, Math.min(TARGET_SIZE, ...rooms));
}

export interface TargetEvents {
  /** A process was chosen, or a group was opened. */
  choose(vertex: Vertex): void;
  /** The pointer or the focus came to a body, or left it. */
  point(vertex: Vertex | undefined): void;
  /** A hook of that server was walked to; undefined outside. */
  pointHook(server: string, hook: number | undefined): void;
}

interface TargetsProps {
  readonly scene: Scene;
  readonly label: string;
  readonly help: string;
  /** Hooks of each server. */
  readonly hooks: ReadonlyMap<string, readonly string[]>;
  readonly selected: string | undefined;
  readonly openGroup: string | undefined;
  readonly differing?: ReadonlySet<string>;
  readonly events: TargetEvents;
}

export const Targets = memo(function Targets(props: TargetsProps) {
  const { scene, label, help, hooks, selected, openGroup, differing, events } = props;
  const [current, setCurrent] = useState(scene.vertices[0]?.id);
  const [hook, setHook] = useState<number>();
  const helpId = useId();
  const { vertices } = scene;
  const known = vertices.some(({ id }) => id === current) ? current : vertices[0]?.id;

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const vertex = vertices.find(({ id }) => id === known);
    if (!vertex) return;
    const count = hooks.get(vertex.id)?.length ?? 0;
    const next = afterKey(event.key, { place: vertices.indexOf(vertex), hook }, [
      vertices.length,
      count,
    ]);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    if (next.hook !== hook || next.hook !== undefined) {
      setHook(next.hook);
      events.pointHook(vertex.id, next.hook);
      return;
    }
    const to = vertices[next.place];
    setCurrent(to.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-target="${CSS.escape(to.id)}"]`)?.focus();
  };
  const press = usePress(vertices, events);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's meaning with it
    <div role="group" aria-label={label} onKeyDown={walk} {...press}>
      <span id={helpId} className={styles.hidden}>
        {help}
      </span>
      {vertices.map((vertex) => (
        <Target
          key={vertex.id}
          vertex={vertex}
          size={targetSize(vertex, vertices)}
          caption={scene.labels.get(vertex.id)}
          tabStop={vertex.id === known}
          pressed={vertex.members.some(({ name }) => name === selected)}
          open={openGroup === vertex.id}
          differs={vertex.members.some(({ name }) => differing?.has(name))}
          events={events}
          helpId={helpId}
          onFocus={() => {
            setCurrent(vertex.id);
            setHook(undefined);
          }}
        />
      ))}
    </div>
  );
});

/**
 * A press that went down on one element and came up on another, because the picture was laid out
 * anew in between, is a click on neither: the browser gives it to what holds both.
 */
function usePress(vertices: readonly Vertex[], events: TargetEvents) {
  const pressed = useRef<string>(undefined);
  return {
    onPointerDown({ target }: MouseEvent<HTMLElement>) {
      pressed.current = targetOf(target);
    },
    onClick({ target }: MouseEvent<HTMLElement>) {
      if (targetOf(target) !== undefined) return;
      const vertex = vertices.find(({ id }) => id === pressed.current);
      if (vertex) events.choose(vertex);
    },
  };
}

function targetOf(element: EventTarget): string | undefined {
  if (!(element instanceof Element)) return undefined;
  return element.closest<HTMLElement>('[data-target]')?.dataset.target;
}

interface Walk {
  readonly place: number;
  readonly hook: number | undefined;
}

/** Where a key leads; undefined for keys that mean nothing here. */
export function afterKey(
  key: string,
  { place, hook }: Walk,
  [bodies, hooks]: readonly [number, number],
): Walk | undefined {
  const around = (from: number, step: number, count: number) => (from + step + count) % count;
  const step = STEPS[key];
  if (hook !== undefined) {
    if (key === 'ArrowUp' || key === 'Escape') return { place, hook: undefined };
    if (key === 'Home') return { place, hook: 0 };
    if (key === 'End') return { place, hook: hooks - 1 };
    return step === undefined ? undefined : { place, hook: around(hook, step, hooks) };
  }
  if (key === 'ArrowDown' && hooks > 0) return { place, hook: 0 };
  if (key === 'Home') return { place: 0, hook };
  if (key === 'End') return { place: bodies - 1, hook };
  return step === undefined ? undefined : { place: around(place, step, bodies), hook };
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

interface TargetProps {
  readonly vertex: Vertex;
  /** px */
  readonly size: number;
  readonly caption: LabelBox | undefined;
  readonly tabStop: boolean;
  readonly pressed: boolean;
  readonly open: boolean;
  readonly differs: boolean;
  readonly events: TargetEvents;
  readonly helpId: string;
  readonly onFocus: () => void;
}

function Target(props: TargetProps) {
  const { vertex, size, caption, tabStop, pressed, open, differs, events, helpId, onFocus } = props;
  const { id, x, y, members } = vertex;
  const [left, top] = [x - size / 2, y - size / 2];
  const group = members.length > 1;
  return (
    <button
      type="button"
      className={styles.target}
      style={{ left, top, width: size, height: size }}
      tabIndex={tabStop ? 0 : -1}
      data-target={id}
      data-differs={differs || undefined}
      data-part={`target:${id}`}
      aria-describedby={helpId}
      aria-pressed={group ? undefined : pressed}
      aria-expanded={group ? open : undefined}
      aria-haspopup={group ? 'true' : undefined}
      onClick={() => events.choose(vertex)}
      onFocus={() => {
        onFocus();
        events.point(vertex);
      }}
      onBlur={() => events.point(undefined)}
      onPointerEnter={() => events.point(vertex)}
      onPointerLeave={() => events.point(undefined)}
    >
      {caption && (
        <span className={styles.caption} style={within(caption, left, top)} aria-hidden="true" />
      )}
    </button>
  );
}

function within({ x, y, width, height }: LabelBox, left: number, top: number) {
  return { left: x - left, top: y - top, width, height };
}
