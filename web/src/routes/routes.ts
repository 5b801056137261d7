/**
 * The addresses of the page: what each takes from its address, who may open it, and where its code is. The code of a page
 * is loaded when somebody goes there. Its `loader` is in the same file and starts the fetches of the page.
 */
import {
  type AnyValidator,
  type Constrain,
  createRootRoute,
  createRoute,
  type DefaultValidator,
  lazyFn,
  lazyRouteComponent as page,
  redirect,
  type RouteComponent,
} from "@tanstack/react-router";
import type { actList, movementList } from "#contract/audit.ts";
import type { AnyList } from "#contract/list.ts";
import type { messageList } from "#contract/messages.ts";
import type { orderList } from "#contract/order-list.ts";
import type { paymentList } from "#contract/payments.ts";
import type { securityList } from "#contract/security.ts";
import type { batchList } from "#contract/supplier.ts";
import type { shopList } from "#contract/shops.ts";
import type { topupList } from "#contract/topups.ts";
import type { userList } from "#contract/user-list.ts";
import { checkRoute, limits } from "#contract/terms/limits.ts";
import { networks } from "#contract/terms/product-types.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import {
  days,
  daySearch,
  laterPage,
  listAddress,
  moment,
  month,
  oneOf,
  ownPath,
  path,
  position,
  positive,
  searchOf,
  sizeOf,
  text,
  trail,
  typed,
  userId,
} from "../lib/address.ts";
import { getSession } from "../lib/session.ts";
import { requireAdmin, requireUser } from "../sign-in/start/guards.ts";
import { LoginPage } from "../sign-in/start/login-page.tsx";
import { Root } from "./root.tsx";

const root = createRootRoute({ component: Root });

const login = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    if (getSession() !== null) throw redirect({ to: "/home", replace: true });
  },
  component: LoginPage,
});

const register = createRoute({
  getParentRoute: () => root,
  path: "/register",
  validateSearch: searchOf({ redirect: path }),
  beforeLoad: ({ search }) => {
    if (getSession() !== null) throw redirect({ href: ownPath(search.redirect), replace: true });
  },
  component: page(() => import("../sign-in/register-page.tsx"), "RegisterPage"),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password/$token",
  component: page(() => import("../sign-in/reset-password-page.tsx"), "ResetPasswordPage"),
});

const check = createRoute({
  getParentRoute: () => root,
  path: checkRoute,
  component: page(() => import("../check/check-page.tsx"), "CheckPage"),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: "/second-factor",
  beforeLoad: () => {
    if (getSession()?.lacksFactor !== true) throw redirect({ to: "/", replace: true });
  },
  component: page(() => import("../sign-in/required-factor-page.tsx"), "RequiredFactorPage"),
});

const homeFrame = () => import("./home-frame.tsx");
const home = createRoute({
  getParentRoute: () => root,
  path: "/home",
  beforeLoad: requireUser,
  ...loaded(homeFrame, "HomeFrame"),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: "/admin",
  beforeLoad: requireAdmin,
  component: page(() => import("../shell/office/admin-layout.tsx"), "AdminLayout"),
});

const homePage = () => import("../home/home-page.tsx");
const buyPage = () => import("../orders/buy/buy-page.tsx");
const basketPage = () => import("../orders/basket/basket-page.tsx");
const transactionsPage = () => import("../orders/transactions-page.tsx");
const statementPage = () => import("../books/statement-page.tsx");
const topupPage = () => import("../topups/topup-page.tsx");
const becomeAgentPage = () => import("../topups/become-agent-page.tsx");
const myShopPage = () => import("../shops/my-shop-page.tsx");
const profilePage = page(() => import("../users/profile-page.tsx"), "ProfilePage");

/** A page, and the loader beside it. */
function loaded<Name extends string, Module extends { loader: unknown } & Record<Name, () => unknown>>(
  from: () => Promise<Module>,
  name: Name,
) {
  return { loader: lazyFn(from, "loader"), component: page(from, name) };
}

/** Admins buy from their own wallets, like everybody else. */
const buy = { path: "/buy/$network", ...loaded(buyPage, "BuyPage") } as const;

const homePages = [
  createRoute({ getParentRoute: () => home, path: "/", ...loaded(homePage, "HomePage") }),
  createRoute({ getParentRoute: () => home, validateSearch: searchOf({ to: text, pkg: text }), ...buy }),
  createRoute({ getParentRoute: () => home, path: "/basket", ...loaded(basketPage, "BasketPage") }),
  createRoute({
    getParentRoute: () => home,
    path: "/my-transactions",
    validateSearch: searchOf({
      q: text,
      status: oneOf(orderStatuses),
      size: sizeOf(limits.page_sizes),
      page: laterPage,
      /** The order whose receipt is open. */
      receipt: text,
    }),
    ...loaded(transactionsPage, "TransactionsPage"),
  }),
  createRoute({
    getParentRoute: () => home,
    path: "/statement",
    validateSearch: searchOf({
      ...days,
      search: typed,
      /** The month that is shown as a picture. */
      month,
      size: sizeOf(limits.page_sizes),
      trail,
    }),
    loaderDeps: ({ search }) => search,
    ...loaded(statementPage, "StatementPage"),
  }),
  createRoute({
    getParentRoute: () => home,
    path: "/topup",
    validateSearch: searchOf({
      /** The PAYMENT NOTICE is open, or the dialog for a prompt. */
      notice: oneOf(["topup", "prompt"]),
      /** The way back: out of the wallet. */
      tab: oneOf(["withdraw"]),
      /** In cedis. */
      amount: positive,
      /** The purchase to come back to. */
      back: path,
    }),
    ...loaded(topupPage, "TopupPage"),
  }),
  createRoute({
    getParentRoute: () => home,
    path: "/become-agent",
    /** Whether the PAYMENT NOTICE is open. */
    validateSearch: searchOf({ notice: oneOf(["agent"]) }),
    ...loaded(becomeAgentPage, "BecomeAgentPage"),
  }),
  createRoute({ getParentRoute: () => home, path: "/shop", ...loaded(myShopPage, "MyShopPage") }),
  createRoute({ getParentRoute: () => home, path: "/user-details", component: profilePage }),
] as const;

const dashboardPage = page(() => import("../reports/office/dashboard-page.tsx"), "DashboardPage");
const adminOrdersPage = page(() => import("../orders/office/admin-orders-page.tsx"), "AdminOrdersPage");
const batchesPage = page(() => import("../orders/office/batches-page.tsx"), "BatchesPage");
const productsPage = page(() => import("../products/office/products-page.tsx"), "ProductsPage");
const suppliersPage = page(() => import("../suppliers/office/suppliers-page.tsx"), "SuppliersPage");
const officeTopupsPage = page(() => import("../approvals/office/approvals.tsx"), "OfficeTopups");
const paymentsPage = page(() => import("../payments/office/payments-page.tsx"), "PaymentsPage");
const statisticsPage = page(
  () => import("../reports/office/statistics/statistics-page.tsx"),
  "StatisticsPage",
);
const salesPage = page(() => import("../reports/office/statistics/sales-page.tsx"), "SalesPage");
const usersPage = page(() => import("../users/office/users-page.tsx"), "UsersPage");
const userPage = page(() => import("../shell/office/user-page.tsx"), "UserPage");
const shopsPage = page(() => import("../shops/office/shops-page.tsx"), "ShopsPage");
const messagesPage = page(() => import("../messages/office/messages-page.tsx"), "MessagesPage");
const extrasTab = page(() => import("../settings/office/settings-page.tsx"), "ExtrasTab");
const openingPage = page(() => import("../shell/office/opening/opening-page.tsx"), "OpeningPage");
const auditPage = page(() => import("../books/office/audit-page.tsx"), "AuditPage");
const actsPage = page(() => import("../books/office/acts-page.tsx"), "ActsPage");
const alonePage = page(() => import("../books/office/acts-page.tsx"), "AlonePage");
const booksPage = page(() => import("../books/office/books-page.tsx"), "BooksPage");
const closingTab = page(() => import("../books/office/closing-page.tsx"), "ClosingTab");
const securityPage = page(() => import("../books/office/security-page.tsx"), "SecurityPage");
const walletAtPage = page(() => import("../books/office/wallet-at-page.tsx"), "WalletAtPage");

function adminPage<const Path extends string, Search = undefined>(
  path: Path,
  component: RouteComponent,
  validateSearch?: Constrain<Search, AnyValidator, DefaultValidator>,
) {
  return createRoute({ getParentRoute: () => admin, path, component, validateSearch });
}

const sales = [
  adminPage("/", dashboardPage),
  createRoute({ getParentRoute: () => admin, ...buy }),
  adminPage("/orders", adminOrdersPage, listAddress<typeof orderList>),
  adminPage("/batches", batchesPage, listAddress<typeof batchList>),
  adminPage("/products", productsPage, searchOf({ network: oneOf(networks) })),
  adminPage("/suppliers", suppliersPage),
  adminPage("/finance", officeTopupsPage, listAddress<typeof topupList, "wait" | "waitTrail">),
  adminPage("/payments", paymentsPage, listAddress<typeof paymentList, "show">),
  adminPage("/statistics", statisticsPage, daySearch),
  adminPage("/statistics/sales", salesPage, daySearch),
] as const;

const people = [
  adminPage("/users", usersPage, listAddress<typeof userList>),
  // Each tab shows another list.
  adminPage("/users/$id", userPage, listAddress<AnyList, "tab">),
  adminPage("/shops", shopsPage, listAddress<typeof shopList>),
  adminPage("/user-details", profilePage),
  adminPage("/messages", messagesPage, listAddress<typeof messageList, "tab">),
  adminPage("/extras", extrasTab, searchOf({ tab: oneOf(["move-in"]) })),
  adminPage("/open", openingPage),
] as const;

const audit = [
  adminPage("/audit", auditPage, listAddress<typeof movementList>),
  adminPage("/audit/acts", actsPage, listAddress<typeof actList>),
  adminPage("/audit/alone", alonePage, daySearch),
  adminPage("/audit/books", booksPage),
  adminPage("/audit/closing", closingTab, searchOf({ ...days, at: moment, tab: oneOf(["momo"]) })),
  adminPage("/audit/security", securityPage, listAddress<typeof securityList>),
  adminPage("/audit/wallet", walletAtPage, searchOf({ user: userId, at: moment, position })),
] as const;

export const routeTree = root.addChildren([
  login,
  register,
  resetPassword,
  secondFactor,
  check,
  home.addChildren(homePages),
  admin.addChildren([...sales, ...people, ...audit]),
]);
