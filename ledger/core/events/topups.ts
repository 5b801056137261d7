import type { TopupStatus } from "#contract/terms/statuses.ts";
import { numberOfStream } from "#contract/terms/streams.ts";
import type { Changes } from "../changes.ts";
import type { Topup } from "../rows/topups.ts";
import { addOpenTopup, type State } from "../state.ts";
import { changeRow, eventsOf, type Happened, type Removed, type Requested } from "./declare.ts";

type TopupRequest = Pick<Topup, "user" | "amount" | "purpose" | "momo_transaction_id">;

type TopupEvent<Data> = Happened<"topup", Data>;

const ofTopup = eventsOf("topup");

export const topupEvents = {
  topup_requested: ofTopup<TopupRequest>(requestTopup, { opens: true }),
  /**
   * Why the request is approved next although others, by number, name the same MoMo transaction. An event of its own: the
   * approval is a movement, which its user gets as it was hashed.
   */
  duplicate_accepted: ofTopup<{ topups: number[]; reason: string } & Requested>(
    // The approval that follows says what was accepted.
    (state, event, changes) => changeRow(state, event, changes, () => ({})),
  ),
  /** `payment`: that of a rail, which paid for it. Without one, an admin saw the money. */
  topup_approved: ofTopup<{ payment?: string } & Requested>(
    decideTopup("approved", ({ data, position }) => ({
      reason: null,
      credited_at: position,
      payment: data.payment ?? null,
    })),
    { books: "topup" },
  ),
  /** `reason`: for its user. */
  topup_declined: ofTopup<{ reason?: string }>(
    decideTopup("declined", ({ data }) => ({
      reason: data.reason ?? null,
      credited_at: null,
      payment: null,
    })),
  ),
  topup_removed: ofTopup<Removed>(removeTopup),
};

/** The status of a top-up after each event that gives it one. */
export const topupStatusAfter = {
  topup_requested: "pending",
  topup_approved: "approved",
  topup_declined: "declined",
} as const satisfies Record<string, TopupStatus>;

function requestTopup(state: State, event: TopupEvent<TopupRequest>, changes: Changes): void {
  const { version, position, recorded_at } = event;
  const id = numberOfStream(event.stream);
  const topup: Topup = {
    id,
    ...event.data,
    status: "pending",
    reason: null,
    credited_at: null,
    payment: null,
    created_at: recorded_at,
    action_at: null,
    hidden: false,
    version,
    position,
  };
  state.topups.set(id, topup);
  changes.topups.add(id);
  changes.request(topup, "pending", 1, position);
  addOpenTopup(state, topup, 1);
}

function decideTopup<Data>(
  status: "approved" | "declined",
  change: (event: TopupEvent<Data>) => Partial<Topup>,
) {
  return (state: State, event: TopupEvent<Data>, changes: Changes) =>
    changeRow(state, event, changes, (before) => {
      changes.request(before, before.status, -1, event.position);
      changes.request(before, status, 1, event.position);
      addOpenTopup(state, before, -1);
      return { status, action_at: event.recorded_at, ...change(event) };
    });
}

function removeTopup(state: State, event: TopupEvent<Removed>, changes: Changes): void {
  changeRow(state, event, changes, (before) => {
    changes.request(before, `removed ${before.status}`, 1, event.position);
    return { hidden: true };
  });
}
