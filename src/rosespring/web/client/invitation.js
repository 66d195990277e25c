/** The invitation page only remembers the guest's name. */

import { keepFields } from "./fields.js";

keepFields(document);
