import { createFileRoute } from "@tanstack/react-router";
import { ExtrasPage } from "../admin/extras/extras-page.tsx";

export const Route = createFileRoute("/admin/extras")({ component: ExtrasPage });
