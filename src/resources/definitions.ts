import { accountvault } from './accountvault/accountvault.ts'
import { alert } from './alert/alert.ts'
import { authroleuser } from './authroleuser/authroleuser.ts'
import { branding_domain } from './branding_domain/branding_domain.ts'
import { changelog } from './changelog/changelog.ts'
import { contact } from './contact/contact.ts'
import { developercompany } from './developercompany/developercompany.ts'
import { deviceterm } from './deviceterm/deviceterm.ts'
import { discrepancy } from './discrepancy/discrepancy.ts'
import { email_blacklist } from './email_blacklist/email_blacklist.ts'
import { file } from './file/file.ts'
import { hostedpaymentpage } from './hostedpaymentpage/hostedpaymentpage.ts'
import { location } from './location/location.ts'
import { locationinfo } from './locationinfo/locationinfo.ts'
import { log_email } from './log_email/log_email.ts'
import { log_sms } from './log_sms/log_sms.ts'
import { microdeposit } from './microdeposit/microdeposit.ts'
import { note } from './note/note.ts'
import { oauthclient } from './oauthclient/oauthclient.ts'
import { oauthgrant } from './oauthgrant/oauthgrant.ts'
import { paylink } from './paylink/paylink.ts'
import { postback_attempt } from './postback_attempt/postback_attempt.ts'
import { postback_log } from './postback_log/postback_log.ts'
import { postbackconfig } from './postbackconfig/postbackconfig.ts'
import { product_accountvault } from './product_accountvault/product_accountvault.ts'
import { product_file } from './product_file/product_file.ts'
import { product_recurring } from './product_recurring/product_recurring.ts'
import { producttransaction } from './producttransaction/producttransaction.ts'
import { quick_invoice_setting } from './quick_invoice_setting/quick_invoice_setting.ts'
import { quick_invoice_view } from './quick_invoice_view/quick_invoice_view.ts'
import { quickinvoice } from './quickinvoice/quickinvoice.ts'
import { reasoncode } from './reasoncode/reasoncode.ts'
import { recurring } from './recurring/recurring.ts'
import { refundapproval } from './refundapproval/refundapproval.ts'
import { routeraccountvault } from './routeraccountvault/routeraccountvault.ts'
import { routertransaction } from './routertransaction/routertransaction.ts'
import { salestax } from './salestax/salestax.ts'
import { salestaxrate } from './salestaxrate/salestaxrate.ts'
import { scanner } from './scanner/scanner.ts'
import { scannermanufacturer } from './scannermanufacturer/scannermanufacturer.ts'
import { scannermodel } from './scannermodel/scannermodel.ts'
import { signature } from './signature/signature.ts'
import { sms_blacklist } from './sms_blacklist/sms_blacklist.ts'
import { surcharge } from './surcharge/surcharge.ts'
import { tag } from './tag/tag.ts'
import { terminal } from './terminal/terminal.ts'
import { terminalagent } from './terminalagent/terminalagent.ts'
import { terminalapplication } from './terminalapplication/terminalapplication.ts'
import { terminalcvm } from './terminalcvm/terminalcvm.ts'
import { terminalinfo } from './terminalinfo/terminalinfo.ts'
import { terminalmanufacturer } from './terminalmanufacturer/terminalmanufacturer.ts'
import { terminalrun } from './terminalrun/terminalrun.ts'
import { ticket } from './ticket/ticket.ts'
import { transaction } from './transaction/transaction.ts'
import { transactionbatch } from './transactionbatch/transactionbatch.ts'
import { transactionhistory } from './transactionhistory/transactionhistory.ts'
import { transactionlevel3 } from './transactionlevel3/transactionlevel3.ts'
import { user } from './user/user.ts'

/** The resources of the API by name, in the order of the documentation: what they are, without what they do. */
export const definitions = {
  location,
  contact,
  producttransaction,
  surcharge,
  user,
  authroleuser,
  accountvault,
  microdeposit,
  ticket,
  transaction,
  refundapproval,
  transactionbatch,
  discrepancy,
  alert,
  transactionhistory,
  quickinvoice,
  paylink,
  hostedpaymentpage,
  recurring,
  transactionlevel3,
  tag,
  terminal,
  terminalrun,
  routertransaction,
  routeraccountvault,
  terminalagent,
  terminalapplication,
  terminalcvm,
  terminalinfo,
  terminalmanufacturer,
  scanner,
  scannermodel,
  scannermanufacturer,
  deviceterm,
  signature,
  note,
  postbackconfig,
  postback_log,
  postback_attempt,
  locationinfo,
  product_file,
  product_accountvault,
  product_recurring,
  file,
  log_email,
  log_sms,
  quick_invoice_view,
  quick_invoice_setting,
  email_blacklist,
  sms_blacklist,
  branding_domain,
  developercompany,
  reasoncode,
  salestax,
  salestaxrate,
  oauthclient,
  oauthgrant,
  changelog,
} as const

declare module '../definition/resource.ts' {
  interface ResourcesByName extends Readonly<Definitions> {}
}

type Definitions = typeof definitions
