import type { EventOf } from "../events.ts";
import type { Settings, State } from "../state.ts";
import type { Changes } from "./changes.ts";

type SettingsEvent = EventOf<
  | "notice_changed"
  | "payment_details_changed"
  | "support_links_changed"
  | "message_settings_changed"
  | "correction_limit_changed"
  | "topup_limit_changed"
  | "step_up_changed"
  | "admin_factor_changed"
  | "list_cleared"
  | "move_in_started"
  | "rail_transferred"
  | "rail_balance_confirmed"
  | "supplier_batch_sent"
  | "supplier_layout_changed"
>;

export function changeSettings(state: State, event: SettingsEvent, changes: Changes): void {
  const { version, position } = event;
  state.settings = { ...state.settings, ...changed(event, state.settings), version, position };
  changes.settings = true;
}

function changed(event: SettingsEvent, { supplier_layouts }: Settings): Partial<Settings> {
  switch (event.type) {
    case "notice_changed":
      return { notice: event.data.after };
    case "correction_limit_changed":
      return { correction_limit: event.data.after };
    case "topup_limit_changed":
      return { topup_limit: event.data.after };
    case "step_up_changed":
      return { step_up: event.data.after };
    case "admin_factor_changed":
      return { admin_factor: event.data.after };
    case "payment_details_changed":
    case "support_links_changed":
    case "message_settings_changed":
      return event.data.after;
    case "supplier_batch_sent":
      return { supplier_batches: event.data.batch };
    case "supplier_layout_changed":
      return { supplier_layouts: { ...supplier_layouts, [event.data.network]: event.data.after } };
    // Acts of the whole shop, in its stream; they change no setting.
    case "list_cleared":
    case "move_in_started":
    case "rail_transferred":
    case "rail_balance_confirmed":
      return {};
    default:
      return event satisfies never;
  }
}
