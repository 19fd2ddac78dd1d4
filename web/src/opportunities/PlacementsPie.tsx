import { Cell, Pie, PieChart } from 'recharts';
import type { Slice } from './slices.ts';

const SIZE = 176;

/** A picture of numbers that stand beside it in words. */
export default function PlacementsPie({ slices }: { slices: readonly Slice[] }) {
  return (
    <div aria-hidden style={{ width: SIZE, height: SIZE }}>
      <PieChart width={SIZE} height={SIZE} accessibilityLayer={false}>
        <Pie
          data={[...slices]}
          dataKey="value"
          nameKey="label"
          innerRadius={46}
          outerRadius={86}
          startAngle={90}
          endAngle={-270}
          stroke="var(--mantine-color-body)"
          strokeWidth={2}
          isAnimationActive={false}
          rootTabIndex={-1}
        >
          {slices.map(({ label, colour }) => (
            <Cell key={label} fill={colour} />
          ))}
        </Pie>
      </PieChart>
    </div>
  );
}
