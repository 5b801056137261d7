import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { textOfFile } from "./decode-file.ts";

test("a workbook is read as its first sheet, and any other file as its text", async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: "Prices",
        rows: [
          ["Code", "Name", "Cost"],
          ["mtn 5", "MTN\n5 GB", 20.5],
        ],
      },
    ],
  });
  const workbook = new File([new Uint8Array(bytes)], "prices.xlsx");
  expect(await textOfFile(workbook)).toBe("Code\tName\tCost\nmtn 5\tMTN 5 GB\t20.5");
  expect(await textOfFile(new File(["Code,Cost"], "prices.csv"))).toBe("Code,Cost");
  await expect(textOfFile(new File(["%PDF-1.7"], "prices.pdf"))).rejects.toThrow("This is a PDF.");
});
