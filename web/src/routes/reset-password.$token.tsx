import { createFileRoute } from "@tanstack/react-router";
import { ResetPasswordPage } from "../sign-in/reset-password-page.tsx";

export const Route = createFileRoute("/reset-password/$token")({ component: ResetPasswordPage });
