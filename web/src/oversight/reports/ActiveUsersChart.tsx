import type { ActiveDay } from '@waypost/contract/oversight/reports/calls';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { CHART_HEIGHT, shortDay } from './active-days.ts';

const text = { fill: 'var(--mantine-color-dimmed)', fontSize: 12 };

/** A chart of numbers that are also shown as text. */
export default function ActiveUsersChart({ days }: { days: readonly ActiveDay[] }) {
  return (
    <div aria-hidden style={{ height: CHART_HEIGHT }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...days]}
          accessibilityLayer={false}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--wp-line)" />
          <XAxis
            dataKey="date"
            tickFormatter={shortDay}
            tick={text}
            tickLine={false}
            axisLine={{ stroke: 'var(--wp-line)' }}
            minTickGap={24}
          />
          <YAxis allowDecimals={false} tick={text} tickLine={false} axisLine={false} width={36} />
          <Bar
            dataKey="count"
            fill="light-dark(#345fa8, #8fadde)"
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
