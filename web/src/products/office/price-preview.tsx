import { useState } from "react";
import type { PackageRecord } from "#contract/products.ts";
import { levels, type Level } from "#contract/terms/statuses.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../ui/tabs.tsx";
import { PackageGrid } from "../../orders/buy/package-grid.tsx";

/** A preview of what buyers of a level will see, saved or not. */
export function PricePreview({ packages, note }: { packages: readonly PackageRecord[]; note: string }) {
  const [level, setLevel] = useState<Level>("Customer");
  return (
    <Card role="region" aria-label="Preview" className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">As buyers see it</h2>
      <Tabs value={level} onValueChange={(chosen) => setLevel(chosen as Level)}>
        <TabsList aria-label="Level" activateOnFocus>
          {levels
            .filter((each) => each !== "Admin")
            .map((each) => (
              <TabsTrigger key={each} value={each}>
                {each}
              </TabsTrigger>
            ))}
        </TabsList>
        <TabsContent value={level}>
          {note.trim() !== "" && <Alert>{note}</Alert>}
          <div inert>
            <PackageGrid packages={packages} level={level} chosenId={undefined} onChoose={() => undefined} />
          </div>
        </TabsContent>
      </Tabs>
    </Card>
  );
}
