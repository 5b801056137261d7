import { FileSpreadsheet, FileText, Printer } from "lucide-react";
import type { FileFormat } from "#contract/files.ts";
import { DropdownMenu, DropdownMenuItem } from "./dropdown-menu.tsx";
import type { LazyMenuProps } from "./lazy-menu.tsx";

export interface ExportMenuProps {
  onFormat: (format: FileFormat) => void;
  canPrint?: boolean;
}

export default function ExportMenuContent({ onFormat, canPrint, ...props }: LazyMenuProps & ExportMenuProps) {
  return (
    <DropdownMenu align="end" {...props}>
      <DropdownMenuItem onClick={() => onFormat("xlsx")}>
        <FileSpreadsheet aria-hidden className="size-5" /> Excel workbook (.xlsx)
      </DropdownMenuItem>
      <DropdownMenuItem onClick={() => onFormat("csv")}>
        <FileText aria-hidden className="size-5" /> Text for any program (.csv)
      </DropdownMenuItem>
      {canPrint && (
        <DropdownMenuItem onClick={() => print()}>
          <Printer aria-hidden className="size-5" /> Print
        </DropdownMenuItem>
      )}
    </DropdownMenu>
  );
}
