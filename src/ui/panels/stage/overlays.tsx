/** What opens over the picture: the tip, the members of a group, the legend. */
import { useEffect, useRef } from 'react';
import type { Vertex } from './layout';
import styles from './overlays.module.css';
import type { Scene } from './scene';
import type { ProcessView } from './select';
import stage from './stage.module.css';
import { type StageText, stateLine } from './wording';

/** A tip stands below or above this body; its words are painted. */
export interface TipPlace {
  /** `hook:<server>:<index>` or `name:<vertex>`. */
  readonly of: string;
  readonly vertex: Vertex;
}

/** Half of the widest tip, and the height to reckon with, px. */
const TIP_HALF_WIDTH = 124;
const TIP_HEIGHT = 64;

export function Tip({ tip, scene }: { tip: TipPlace; scene: Scene }) {
  const { size, sky } = scene.frame;
  const { width, height } = size;
  const { x, y, reach } = tip.vertex;
  const left = Math.max(TIP_HALF_WIDTH, Math.min(x, width - TIP_HALF_WIDTH));
  const below = y + reach + TIP_HEIGHT < sky.y + sky.height;
  const place = below ? { top: y + reach + 8 } : { bottom: height - y + reach + 8 };
  return (
    <div className={styles.tip} role="status" style={{ left, ...place }}>
      <strong data-part="tip:title" />
      <span data-part="tip:line" />
    </div>
  );
}

interface GroupMembersProps {
  readonly t: StageText;
  readonly vertex: Vertex;
  readonly scene: Scene;
  readonly processes: ReadonlyMap<string, ProcessView>;
  readonly onChoose: (process: string) => void;
  readonly onClose: () => void;
}

/** The members of a group as a list; choosing one selects it. */
export function GroupMembers(props: GroupMembersProps) {
  const { t, vertex, scene, processes, onChoose, onClose } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('button')?.focus();
  }, []);
  useEffect(() => {
    const close = (event: PointerEvent) => {
      if (!list.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [onClose]);
  const { width, height } = scene.frame.size;
  const left = Math.max(8, Math.min(vertex.x - 100, width - 228));
  const top = Math.max(
    8,
    Math.min(vertex.y + vertex.reach + 6, height - 70 - 46 * vertex.members.length),
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from anywhere inside
    <div
      ref={list}
      className={styles.popup}
      style={{ left, top, width: 220 }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {vertex.members.map(({ name }) => {
        const view = processes.get(name);
        return (
          <button key={name} type="button" className={styles.member} onClick={() => onChoose(name)}>
            <span>{name}</span>
            <span className={stage.quiet}>{view ? stateLine(t, view).text : ''}</span>
          </button>
        );
      })}
    </div>
  );
}
