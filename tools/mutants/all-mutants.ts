import type { Mutant } from "./mutant.ts";
import { mutantsOfAuth } from "./mutants-of-auth.ts";
import { mutantsOfDecide } from "./mutants-of-decide.ts";
import { mutantsOfFeed } from "./mutants-of-feed.ts";
import { mutantsOfMessages } from "./mutants-of-messages.ts";
import { mutantsOfPage } from "./mutants-of-page.ts";
import { mutantsOfPayments } from "./mutants-of-payments.ts";
import { mutantsOfWriter } from "./mutants-of-writer.ts";

export const allMutants: readonly Mutant[] = [
  ...mutantsOfDecide,
  ...mutantsOfWriter,
  ...mutantsOfFeed,
  ...mutantsOfAuth,
  ...mutantsOfPayments,
  ...mutantsOfMessages,
  ...mutantsOfPage,
];
