import { Cell, Pie, PieChart } from 'recharts';
import { PIE_SIZE, type Slice } from './slices.ts';

/** A chart of numbers that are also shown as text. */
export default function PlacementsPie({ slices }: { slices: readonly Slice[] }) {
  return (
    <div aria-hidden style={{ width: PIE_SIZE, height: PIE_SIZE, flex: 'none' }}>
      <PieChart width={PIE_SIZE} height={PIE_SIZE} accessibilityLayer={false}>
        <Pie
          data={[...slices]}
          dataKey="value"
          nameKey="label"
          innerRadius={28}
          outerRadius={51}
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
