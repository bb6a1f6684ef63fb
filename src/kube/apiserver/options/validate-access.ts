/**
 * Checks of the options that say who may do what.
 *
 * Upstream    kubernetes v1.25
 *             pkg/kubeapiserver/options/{authentication,authorization,admission}.go, apiserver
 *             pkg/server/options/admission.go; cmd/kube-apiserver/app/options/validation.go
 *             (validateTokenRequest)
 */
import { isAdmissionPlugin } from './admission-plugins';
import type { CompletedOptions } from './options';

const when = (fault: boolean, text: string): readonly string[] => (fault ? [text] : []);

export function validateAuthentication(options: CompletedOptions): readonly string[] {
  return [
    ...issuerErrors(options.serviceAccountIssuers),
    ...when(
      options.serviceAccountIssuers.length === 0,
      'service-account-issuer is a required flag',
    ),
    ...when(
      options.serviceAccountKeyFiles.length === 0,
      'service-account-key-file is a required flag',
    ),
  ];
}

function issuerErrors(issuers: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return issuers.flatMap((issuer) => {
    if (issuer === '') return ['service-account-issuer should not be an empty string'];
    if (seen.has(issuer)) return [`service-account-issuer "${issuer}" is already specified`];
    seen.add(issuer);
    return [];
  });
}

/** Source: pkg/kubeapiserver/authorizer/modes. */
const MODES = ['AlwaysAllow', 'AlwaysDeny', 'ABAC', 'Webhook', 'RBAC', 'Node'];

export function validateAuthorization(options: CompletedOptions): readonly string[] {
  const { authorizationModes: modes } = options;
  const policyFile = options.authorizationPolicyFile !== '';
  const webhookFile = options.authorizationWebhookConfigFile !== '';
  const printed = `[${modes.map((mode) => `"${mode}"`).join(' ')}]`;
  return [
    ...when(modes.length === 0, 'at least one authorization-mode must be passed'),
    ...modes.flatMap((mode) => [
      ...when(!MODES.includes(mode), `authorization-mode "${mode}" is not a valid mode`),
      ...when(
        mode === 'ABAC' && !policyFile,
        "authorization-mode ABAC's authorization policy file not passed",
      ),
      ...when(
        mode === 'Webhook' && !webhookFile,
        "authorization-mode Webhook's authorization config file not passed",
      ),
    ]),
    ...when(
      policyFile && !modes.includes('ABAC'),
      'cannot specify --authorization-policy-file without mode ABAC',
    ),
    ...when(
      webhookFile && !modes.includes('Webhook'),
      'cannot specify --authorization-webhook-config-file without mode Webhook',
    ),
    ...when(
      new Set(modes).size !== modes.length,
      `authorization-mode ${printed} has mode specified more than once`,
    ),
  ];
}

export function validateAdmission(options: CompletedOptions): readonly string[] {
  const { profile, admissionControl, enableAdmissionPlugins, disableAdmissionPlugins } = options;
  const unknown = (flag: string, names: readonly string[]) =>
    names
      .filter((name) => !isAdmissionPlugin(profile, name))
      .map((name) => `${flag} plugin "${name}" is unknown`);
  const both = enableAdmissionPlugins.filter((name) => disableAdmissionPlugins.includes(name));
  const newer = enableAdmissionPlugins.length + disableAdmissionPlugins.length;
  return [
    ...when(
      admissionControl.length > 0 && newer > 0,
      'admission-control and enable-admission-plugins/disable-admission-plugins ' +
        'flags are mutually exclusive',
    ),
    ...unknown('admission-control', admissionControl),
    ...unknown('enable-admission-plugins', enableAdmissionPlugins),
    ...unknown('disable-admission-plugins', disableAdmissionPlugins),
    ...when(
      both.length > 0,
      `[${both.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`,
    ),
  ];
}

export function validateTokenRequest(options: CompletedOptions): readonly string[] {
  const { serviceAccountSigningKeyFile, serviceAccountIssuers, apiAudiences } = options;
  const issuer = (serviceAccountIssuers[0] ?? '') !== '';
  const attempted = serviceAccountSigningKeyFile !== '' || issuer || apiAudiences.length > 0;
  if (!attempted) {
    return ['--service-account-signing-key-file and --service-account-issuer are required flags'];
  }
  return when(
    serviceAccountSigningKeyFile === '' || !issuer,
    '--service-account-signing-key-file, --service-account-issuer, and --api-audiences ' +
      'should be specified together',
  );
}
