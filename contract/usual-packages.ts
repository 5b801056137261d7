/** Ghana's usual packages of all networks, with typical prices: what a new shop can begin with, and what the demo shop sells. */

/** [offer, customer, agent, super agent] in cedis. */
export type UsualPackage = readonly [string, number, number, number];

/** By network. Prices change: an owner checks them with their supplier. */
export const usualPackages: Record<string, UsualPackage[]> = {
  MTNup2u: [
    ["1 GB", 4.8, 4.6, 4.5],
    ["2 GB", 9.4, 9.1, 8.9],
    ["3 GB", 13.9, 13.5, 13.2],
    ["5 GB", 22.5, 21.9, 21.5],
    ["8 GB", 35, 34.2, 33.6],
    ["10 GB", 42, 41, 40.4],
    ["20 GB", 80, 78.5, 77.5],
    ["50 GB", 190, 187, 185],
    ["100 GB", 365, 360, 356],
  ],
  MTNme2u: [
    ["1 GB", 5, 4.8, 4.7],
    ["2 GB", 9.8, 9.5, 9.3],
    ["5 GB", 23.5, 22.9, 22.5],
    ["10 GB", 44, 43, 42.3],
    ["20 GB", 84, 82.5, 81.5],
  ],
  MTNexpress: [
    ["1 GB", 5.5, 5.3, 5.2],
    ["3 GB", 15.5, 15.1, 14.8],
    ["5 GB", 25, 24.4, 24],
    ["10 GB", 47, 46, 45.3],
  ],
  AirtelTigo: [
    ["1.5 GB", 6, 5.8, 5.7],
    ["4 GB", 15, 14.6, 14.3],
    ["10 GB", 36, 35.2, 34.6],
    ["25 GB", 82, 80.5, 79.5],
    ["60 GB", 175, 172, 170],
  ],
  "AT-ishare": [
    ["1 GB", 5.2, 5, 4.9],
    ["2 GB", 10, 9.7, 9.5],
    ["5 GB", 23, 22.4, 22],
    ["10 GB", 43, 42, 41.3],
    ["20 GB", 82, 80.5, 79.5],
  ],
  Telecel: [
    ["2 GB", 11, 10.7, 10.5],
    ["5 GB", 26, 25.4, 25],
    ["10 GB", 46, 45, 44.3],
    ["15 GB", 66, 64.8, 64],
    ["50 GB", 198, 195, 193],
  ],
  Airtime: [
    ["¢5 airtime", 5, 4.9, 4.85],
    ["¢10 airtime", 10, 9.8, 9.7],
    ["¢20 airtime", 20, 19.6, 19.4],
    ["¢50 airtime", 50, 49, 48.5],
    ["¢100 airtime", 100, 98, 97],
  ],
  AFA: [["AFA registration", 15, 12, 10]],
  WAEC: [
    ["WASSCE checker", 18.5, 17.8, 17.4],
    ["BECE checker", 18.5, 17.8, 17.4],
    ["School placement checker", 20, 19.2, 18.8],
  ],
};
