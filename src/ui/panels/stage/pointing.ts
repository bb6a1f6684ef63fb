/** What the pointer and the keyboard do on the stage. */
import { type RefObject, useMemo } from 'react';
import type { Orrery } from '../../stores';
import { hookBeadUnder, hookRing } from './bead-place';
import type { Point } from './geometry';
import type { Vertex } from './layout';
import type { TipPlace } from './overlays';
import type { Scene } from './scene';
import type { TargetEvents } from './targets';

export function select({ selection }: Orrery, process: string): void {
  selection.setState({ selected: { kind: 'actor', path: process } });
}

/** The tip of the hook bead under a point of the stage. */
export function hookUnder(
  scene: Scene,
  hooks: ReadonlyMap<string, readonly string[]>,
  { x, y }: Point,
): TipPlace | undefined {
  for (const vertex of scene.vertices) {
    const count = hooks.get(vertex.id)?.length ?? 0;
    const ring = hookRing(vertex, scene.unit);
    const index = hookBeadUnder(ring, count, { x: x - vertex.x, y: y - vertex.y });
    if (index !== undefined) return hookTip(vertex, index);
  }
  return undefined;
}

function hookTip(vertex: Vertex, index: number): TipPlace {
  return { of: `hook:${vertex.id}:${index}`, vertex };
}

interface TargetEventsInput {
  readonly orrery: Orrery;
  readonly scene: Scene;
  readonly hovered: RefObject<string | undefined>;
  readonly request: () => void;
  readonly setTip: (tip: TipPlace | undefined) => void;
  readonly setOpenGroup: (id: string | undefined) => void;
}

export function useTargetEvents(input: TargetEventsInput): TargetEvents {
  const { orrery, scene, hovered, request, setTip, setOpenGroup } = input;
  return useMemo(
    () => ({
      choose(vertex) {
        if (vertex.members.length > 1) setOpenGroup(vertex.id);
        else select(orrery, vertex.members[0].name);
      },
      point(vertex) {
        hovered.current = vertex?.members[0].name;
        const unnamed = vertex && vertex.kind !== 'etcd' && !scene.labels.has(vertex.id);
        setTip(unnamed ? { of: `name:${vertex.id}`, vertex } : undefined);
        request();
      },
      pointHook(server, hook) {
        const vertex = scene.vertexOf.get(server);
        setTip(vertex && hook !== undefined ? hookTip(vertex, hook) : undefined);
      },
    }),
    [orrery, scene, hovered, request, setTip, setOpenGroup],
  );
}
