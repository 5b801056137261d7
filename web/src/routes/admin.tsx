import { createFileRoute } from "@tanstack/react-router";
import { AdminLayout } from "../admin/admin-layout.tsx";
import { requireAdmin } from "../auth/start/guards.ts";

export const Route = createFileRoute("/admin")({ beforeLoad: requireAdmin, component: AdminLayout });
