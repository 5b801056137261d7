/** An admin removes all that is decided from a list: one act, whatever the number of rows. */
import { actorOf, type Decider, isAdmin } from "../checks.ts";

export const clearList: Decider<"clear_list"> = {
  needs: (command) => ({ accounts: actorOf(command) }),
  checks: isAdmin,
  events: ({ intent }) => [{ type: "list_cleared", stream: "extra", data: intent }],
};
