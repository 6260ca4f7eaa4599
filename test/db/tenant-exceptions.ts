/**
 * What does not carry the merchant, each with the reason. A test fails for what is missing here and for what is
 * listed without need.
 */

/** Tables of the installation: no row of theirs belongs to a merchant. */
export const INSTALLATION: Readonly<Record<string, string>> = {
  ach_odfi: 'the count of trace numbers of a bank that originates for several merchants',
  ach_set_aside: 'a file of a bank that nobody could read belongs to no merchant',
  bin_import: 'how cards are funded is the same for every merchant',
  bin_range: 'how cards are funded is the same for every merchant',
  counted_try: 'tries are counted by address, page or name, before anybody knows whose they are',
  credential_version: 'one number for all processes',
  developer: 'software that works for any merchant',
  event_sealing: 'how far the audit trail of all merchants is sealed',
  installation: 'the key ring that fits this database',
  nightly_work: 'upkeep of the whole database',
  nightly_comparison: 'orders of a processor and files of a bank are compared for all merchants together',
  open_circuit: 'what processes of the gateway cannot reach',
  outbox_message: 'the sandbox instead of carriers, which know addresses and no merchants',
  page_look: 'the pages of all merchants are served by one gateway',
  page_report: 'what browsers report is counted by kind of page',
  restoration: 'restores of the whole database',
  sandbox_clock: 'one clock',
  setting_mark: 'settings of the gateway',
  schema_migration: 'which migrations were applied',
  state_step: 'the steps between states, the same for every merchant',
  terminalholder: 'processes of the gateway',
  write_probe: 'whether the database takes writes is the same for every merchant',
}

/** Tables whose root_id can be null. */
export const SOMETIMES: Readonly<Record<string, string>> = {
  job: 'tasks of the gateway itself belong to no merchant',
  ach_item:
    'what a bank sent back may fit no entry; with an entry it has its merchant, because the foreign key is match full',
}

const SHOWN_ALONE = 'a token is shown alone, so its mark is unique among all merchants'

/** Keys that are unique among all merchants. */
export const UNIQUE_AMONG_ALL: Readonly<Record<string, string>> = {
  access_token_pkey: SHOWN_ALONE,
  oauth_code_pkey: SHOWN_ALONE,
  oauth_token_pkey: SHOWN_ALONE,
  sign_on_code_pkey: SHOWN_ALONE,
  branding_domain_owner_key: 'an address belongs to one merchant',
  job_pkey: 'one queue, whose tasks may belong to no merchant',
  job_key_key: 'one queue, and each kind of task says in its key whose it is',
  ach_item_pkey: 'it may fit no merchant',
  ach_item_once_key: 'a line of a bank file counts once, whoever it is for',
  ach_entry_trace_key: 'a bank tells entries apart by their trace numbers alone',
  ach_file_name_key: 'a bank tells files apart by their names alone',
}

/** Foreign keys that say by another column whose record they name. */
export const OTHER_COLUMN: Readonly<Record<string, { column: string; why: string }>> = {
  oauthgrant_oauthclient_id_fkey: {
    column: 'client_root_id',
    why: "the operator's integrations have an empty root_id; oauthgrant_client allows that or the grant's own merchant",
  },
}

const EACH_WRITE = 'every write of a posted record would lock the row of its configuration'

const COPIED = 'copied from its log, which was read from the same row'

/** Columns that a definition declares as a reference, and that no foreign key holds. */
export const WITHOUT_KEY: Readonly<Record<string, string>> = {
  'postback_log.location_id': EACH_WRITE,
  'postback_log.postback_config_id': EACH_WRITE,
  'postback_log.replay_of_id': 'the log it repeats may be forgotten by age',
  'postback_attempt.location_id': COPIED,
  'postback_attempt.postback_config_id': COPIED,
  'postback_attempt.postback_log_id': 'a week of postbacks is dropped without a look at all attempts (decision 0058)',
}
