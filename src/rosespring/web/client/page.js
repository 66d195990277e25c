/** What every page of words does: fields remember, and the colours can be chosen. */

import { keepFields } from "./fields.js";
import { wireTheme } from "./theme.js";

keepFields(document);
wireTheme(document);
