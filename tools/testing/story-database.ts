/** For tests: a database whose log has the story. Making it takes 0.3 s, cloning it 0.03 s. */
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { Writer } from "#ledger/log/writer.ts";
import type { Shop } from "#ledger/log/testing/shop.ts";
import { tellStory } from "#ledger/log/testing/story.ts";

export interface StoryDatabase {
  /** Only to be cloned: nobody may connect to it. It is dropped with the databases of this run. */
  database: TestDatabase;
  shop: Shop;
}

let made: Promise<StoryDatabase> | undefined;

/** Made once in each worker. */
export function storyDatabase(): Promise<StoryDatabase> {
  made ??= makeStoryDatabase();
  return made;
}

async function makeStoryDatabase(): Promise<StoryDatabase> {
  const database = await createTestDatabase();
  const writer = new Writer({ url: database.apiUrl });
  const shop = await tellStory(writer).finally(() => writer.close());
  return { database, shop };
}
