/* The operator's page. */

import { Console } from "./console.js";

new Console("operator").start();
