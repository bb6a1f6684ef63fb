/**
 * The still picture as SVG. What changes with time is left out here: the painter writes it into the
 * elements that have a `data-part`.
 */
import { memo, useId } from 'react';
import { Body } from './body-svg';
import { crossPath, curvePath, pointAt } from './geometry';
import type { LabelBox } from './labels';
import { places } from './places';
import type { DrawnLink, Scene } from './scene';
import styles from './scene.module.css';
import stage from './stage.module.css';

interface SceneSvgProps {
  readonly scene: Scene;
  /** Post-start hooks of each server. */
  readonly hooks: ReadonlyMap<string, readonly string[]>;
}

export const SceneSvg = memo(function SceneSvg({ scene, hooks }: SceneSvgProps) {
  const { width, height } = scene.frame.size;
  const glowId = useId();
  return (
    <svg className={stage.layer} width={width} height={height} aria-hidden="true">
      <defs>
        <radialGradient id={glowId}>
          <stop offset="0" className={styles.glowCore} />
          <stop offset="0.45" className={styles.glowMiddle} />
          <stop offset="1" className={styles.glowEdge} />
        </radialGradient>
      </defs>
      <Sky scene={scene} glowId={glowId} />
      {scene.links.map((link) => (
        <LinkMark key={link.id} link={link} />
      ))}
      {scene.vertices.map((vertex) => (
        <Body key={vertex.id} vertex={vertex} scene={scene} hooks={hooks.get(vertex.id) ?? []} />
      ))}
      {[...scene.labels.values()].map((label) => (
        <Label key={label.id} label={label} fontPx={scene.fontPx} />
      ))}
    </svg>
  );
});

interface SkyProps {
  readonly scene: Scene;
  readonly glowId: string;
}

function Sky({ scene: { center, orbits, unit }, glowId }: SkyProps) {
  return (
    <g>
      {orbits.map(({ rx, ry }) => (
        <ellipse key={rx} className={styles.orbit} cx={center.x} cy={center.y} rx={rx} ry={ry} />
      ))}
      <circle
        className={styles.glow}
        cx={center.x}
        cy={center.y}
        r={92 * unit}
        fill={`url(#${glowId})`}
        data-part="glow"
      />
    </g>
  );
}

function LinkMark({ link: { id, curve, client } }: { link: DrawnLink }) {
  const middle = pointAt(curve, 0.5);
  return (
    <g className={styles.link} data-part={`link:${id}`} data-kind={client.kind} data-look="none">
      <path className={styles.linkLine} d={curvePath(curve)} pathLength={100} />
      <path className={styles.linkCross} d={crossPath(middle, 4.5)} />
    </g>
  );
}

function Label({ label, fontPx }: { label: LabelBox; fontPx: number }) {
  const { id, x, y, width, height, lines, align } = label;
  const at = align === 'start' ? x : align === 'end' ? x + width : x + width / 2;
  const line = height / lines;
  return (
    <g className={styles.label} data-part={`label:${id}`} data-align={align}>
      {places(lines).map((index) => (
        <text
          key={index}
          x={at}
          y={y + line * (index + 0.76)}
          fontSize={fontPx - 0.5}
          data-part={`label:${id}:${index}`}
        />
      ))}
    </g>
  );
}
