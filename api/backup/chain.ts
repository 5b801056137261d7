/** Which files of a store a restore reads. */
import {
  type Begin,
  beginSchema,
  type Chain,
  chainsOf,
  fullName,
  NoTar,
  NotOpened,
  open,
  readTar,
  tailName,
} from "./format.ts";
import type { BackupStore } from "./store.ts";

/** The files or the database cannot be used for a restore. Nothing was changed. */
export class RestoreRefused extends Error {
  override name = "RestoreRefused";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

export interface ChosenChain {
  /** In the order in which they are restored. */
  names: string[];
  /** When the full backup was made. */
  made_at: string;
}

/** While a full backup is made, the chain before it still grows: so one of these goes furthest. */
const newest_chains = 2;

/** The files that go furthest, or those up to the file `upTo`. @throws RestoreRefused if one is missing or can't be read */
export async function chooseChain(
  store: BackupStore,
  identity: string,
  upTo: string | undefined,
): Promise<ChosenChain> {
  const chains = chainsOf(await store.list()).filter(({ full }) => full);
  if (chains.length === 0) throw new RestoreRefused("there is no full backup here");
  const candidates = (upTo === undefined ? chains.slice(-newest_chains) : chains).map(filesOf);
  const chosen =
    upTo === undefined ? await furthest(store, identity, candidates) : endingWith(candidates, upTo);
  return { names: chosen, made_at: (await readBegin(store, identity, chosen[0]!)).made_at };
}

function filesOf({ base, tails }: Chain): string[] {
  return [fullName(base), ...tails.map((number) => tailName(base, number))];
}

function endingWith(candidates: string[][], upTo: string): string[] {
  for (const names of candidates) {
    const at = names.indexOf(upTo);
    if (at >= 0) return withoutGap(names.slice(0, at + 1));
  }
  throw new RestoreRefused(`there is no ${upTo} with a full backup here`);
}

async function furthest(store: BackupStore, identity: string, candidates: string[][]): Promise<string[]> {
  let best: { names: string[]; made_at: string } | undefined;
  for (const names of candidates) {
    const { made_at } = await readBegin(store, identity, names.at(-1)!);
    if (best === undefined || made_at >= best.made_at) best = { names, made_at };
  }
  return withoutGap(best!.names);
}

function withoutGap(names: string[]): string[] {
  for (const [index, name] of names.entries()) {
    const wanted = index === 0 ? name : tailName(baseOf(name), index);
    if (name === wanted) continue;
    throw new RestoreRefused(
      `a gap: ${wanted} is missing. To restore only what is before it, name the last file: ${names[index - 1]}`,
    );
  }
  return names;
}

function baseOf(name: string): string {
  return name.replace(/-tail-.*$/, "");
}

async function readBegin(store: BackupStore, identity: string, name: string): Promise<Begin> {
  try {
    for await (const { name: member, bytes } of readTar(open(store.get(name), identity)))
      if (member === "begin.json") return beginSchema.parse(JSON.parse(bytes.toString()));
      else break;
  } catch (error) {
    throw asRefusal(name, error);
  }
  throw new RestoreRefused(`${name} is not a backup`);
}

/** A refusal if the file can't be read; any other error unchanged. */
export function asRefusal(name: string, error: unknown): unknown {
  return error instanceof NotOpened || error instanceof NoTar
    ? new RestoreRefused(`${name} can't be read with this key, or it is damaged: ${error.message}`, error)
    : error;
}
