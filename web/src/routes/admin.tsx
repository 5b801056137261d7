import { createFileRoute } from "@tanstack/react-router";
import { AdminLayout } from "../shell/office/admin-layout.tsx";
import { requireAdmin } from "../sign-in/start/guards.ts";

export const Route = createFileRoute("/admin")({ beforeLoad: requireAdmin, component: AdminLayout });
