import { createFileRoute } from "@tanstack/react-router";
import { MomoPage } from "../admin/momo/momo-page.tsx";

export const Route = createFileRoute("/admin/audit/momo")({ component: MomoPage });
