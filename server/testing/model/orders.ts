/**
 * Checks replies of concurrent actions against a sequential model: for some order of the overlapping actions, each
 * reply must match the model's. An action that ended before another began comes first.
 */

/** A pure model. `standing` is the state of the caller of an action, which the product reads once, at its start. */
export interface Model<State, Op, Standing> {
  standing(state: State, op: Op): Standing;
  act(state: State, op: Op, standing: Standing): { state: State; reply: string };
}

/** An action that has begun: what its caller may have been since then, or the reply it must get. */
type Progress<Standing> = { standings: Standing[] } | { reply: string };

interface Possible<State, Standing> {
  state: State;
  open: Record<number, Progress<Standing>>;
}

export class Orders<State, Op, Standing> {
  readonly #model: Model<State, Op, Standing>;
  readonly #ops = new Map<number, Op>();
  #possible: Possible<State, Standing>[];

  constructor(model: Model<State, Op, Standing>, state: State) {
    this.#model = model;
    this.#possible = [{ state, open: {} }];
  }

  /** A state that the product may be in. */
  get state(): State {
    const [one] = this.#possible;
    if (!one) throw new Error('no state is possible');
    return one.state;
  }

  begin(id: number, op: Op): void {
    this.#ops.set(id, op);
    this.#possible = this.#possible.map(({ state, open }) => ({
      state,
      open: { ...open, [id]: { standings: [this.#model.standing(state, op)] } },
    }));
  }

  /** Records that the action got this reply. Returns null if it was possible, or else the replies that were. */
  reply(id: number, reply: string): string[] | null {
    const done = this.#possible.flatMap((one) => this.#until(one, id));
    const fitting = done.filter((one) => replyOf(one, id) === reply);
    if (fitting.length === 0) return [...new Set(done.map((one) => replyOf(one, id) ?? ''))].sort();
    this.#close(id, fitting);
    return null;
  }

  /** Records that the action's reply was lost: until its effect is observed, it may or may not have had one. */
  lose(id: number): void {
    const without = this.#possible.filter((one) => replyOf(one, id) === undefined);
    this.#close(id, [...this.#possible.flatMap((one) => this.#until(one, id)), ...without]);
  }

  #close(id: number, possible: Possible<State, Standing>[]): void {
    this.#ops.delete(id);
    this.#possible = distinct(possible.map(({ state, open: { [id]: _, ...open } }) => ({ state, open })));
  }

  /** The possible states once this action has happened, after any of the others under way. */
  #until(start: Possible<State, Standing>, id: number): Possible<State, Standing>[] {
    if (replyOf(start, id) !== undefined) return [start];
    const reached: Possible<State, Standing>[] = [];
    let frontier = [start];
    while (frontier.length > 0) {
      const next = frontier.flatMap((one) => this.#steps(one));
      reached.push(...next.filter((one) => replyOf(one, id) !== undefined));
      frontier = distinct(next.filter((one) => replyOf(one, id) === undefined));
    }
    return distinct(reached);
  }

  /** The possible states after one more action. */
  #steps(from: Possible<State, Standing>): Possible<State, Standing>[] {
    return [...this.#ops].flatMap(([id, op]) => {
      const progress = from.open[id];
      if (!progress || 'reply' in progress) return [];
      return progress.standings.map((standing) => {
        const { state, reply } = this.#model.act(from.state, op, standing);
        return this.#seen(state, { ...from.open, [id]: { reply } });
      });
    });
  }

  /** Adds the standings that the callers of the actions under way have in a new state. */
  #seen(state: State, open: Possible<State, Standing>['open']): Possible<State, Standing> {
    const entries = Object.entries(open).map(([id, progress]) => {
      const op = this.#ops.get(Number(id));
      if ('reply' in progress || !op) return [id, progress] as const;
      return [id, { standings: distinct([...progress.standings, this.#model.standing(state, op)]) }] as const;
    });
    return { state, open: Object.fromEntries(entries) };
  }
}

const replyOf = <State, Standing>({ open }: Possible<State, Standing>, id: number) => {
  const progress = open[id];
  return progress && 'reply' in progress ? progress.reply : undefined;
};

function distinct<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
