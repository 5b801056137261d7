import { createFileRoute } from "@tanstack/react-router";
import { ProfilePage } from "../users/profile-page.tsx";

export const Route = createFileRoute("/home/user-details")({ component: ProfilePage });
