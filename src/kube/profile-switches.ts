/** The one table of differences between the modelled versions, grouped by component. */
import type { BehaviourSwitch } from './profile';

export const SWITCHES = [
  // System namespaces, service default/kubernetes and its endpoints.
  {
    name: 'systemNamespacesHook',
    since: '1.27',
    effect: 'System namespaces are kept by their own hook and controller, read from an informer.',
    source:
      'pkg/controlplane/controller/systemnamespaces/system_namespaces_controller.go, PR 116511',
  },
  {
    name: 'kubernetesServiceRoundCreatesDefault',
    until: '1.27',
    effect: 'Each round of the kubernetes service first makes sure of namespace default.',
    source: 'pkg/controlplane/controller.go (UpdateKubernetesService)',
  },
  {
    name: 'kubernetesServiceFromLister',
    since: '1.28',
    effect: 'The kubernetes service is read from the informer; the hook is done at once.',
    source: 'pkg/controlplane/controller/kubernetesservice/controller.go',
  },
  {
    name: 'serviceIPRepairHook',
    since: '1.28',
    effect: 'The repair loops run in their own post-start hook.',
    source: 'pkg/registry/core/rest/storage_core.go (start-service-ip-repair-controllers)',
  },
  {
    name: 'stopKubernetesServiceHook',
    since: '1.28',
    effect: 'The pre-shutdown hook is called stop-kubernetes-service-controller.',
    source: 'pkg/controlplane/instance.go (AddPreShutdownHookOrDie)',
  },
  {
    name: 'lastServerErasesEndpoints',
    since: '1.28',
    effect: 'The last API server takes its address out of the endpoints when it stops.',
    source: 'pkg/controlplane/reconcilers/lease.go (RemoveEndpoints)',
  },
  // Clients.
  {
    name: 'deltaFifoReplaceChecksQueue',
    since: '1.27',
    effect: 'A list also deletes what is queued and not in it, with its newest queued state.',
    source: 'staging/src/k8s.io/client-go/tools/cache/delta_fifo.go (Replace)',
  },
  {
    name: 'multiLocks',
    until: '1.27',
    effect: 'An election may be held on two objects: Endpoints or ConfigMap, and Lease.',
    source: 'staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go (New)',
  },
  {
    name: 'onlyLeasesPassValidation',
    since: '1.27',
    effect: 'A controller manager, and a scheduler with a configuration, refuse locks but leases.',
    source:
      'staging/src/k8s.io/controller-manager/options/generic.go, pkg/scheduler/apis/config/' +
      'validation/validation.go',
  },
  {
    name: 'leaseLockKeepsFailedGet',
    until: '1.25',
    effect: 'After a failed read a lock works on an object without a name.',
    source: 'staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.go (Get)',
  },
  {
    name: 'electorTrustsRecordDuration',
    since: '1.27',
    effect: 'A lease expires after the duration in its record, not after the own one.',
    source: 'staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go',
  },
  {
    name: 'electorAlwaysSaysStopped',
    since: '1.27',
    effect: 'The Event "stopped leading" is sent whenever a leader leaves, after its release.',
    source: 'staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go (renew)',
  },
  {
    name: 'electorNeedsIdentity',
    since: '1.28',
    effect: 'An elector without an identity is refused.',
    source: 'staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go',
  },
  {
    name: 'electorFastPath',
    since: '1.30',
    effect: 'A leader whose lease is valid renews it without reading it.',
    source: 'staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go',
  },
  {
    name: 'fastPathSpelledRight',
    since: '1.32',
    effect: 'The log line of a fast path that failed has no spelling mistake.',
    source: 'staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go',
  },
  {
    name: 'electorPollsByContext',
    since: '1.32',
    effect: 'A leader that could not renew in time says "context deadline exceeded".',
    source: 'staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go (renew)',
  },
  // kube-controller-manager.
  {
    name: 'managerLogsKeys',
    since: '1.27',
    effect: 'Lines about the start of controllers name the controller by key.',
    source: 'cmd/kube-controller-manager/app/controllermanager.go (StartControllers)',
  },
  {
    name: 'controllersRenamed',
    since: '1.28',
    effect: 'Controllers have canonical names that end in -controller; the old ones are aliases.',
    source: 'cmd/kube-controller-manager/names/controller_names.go',
  },
  {
    name: 'managerDescriptors',
    since: '1.29',
    effect: 'A controller whose feature gate is off is known, and a line says so.',
    source: 'cmd/kube-controller-manager/app/controllermanager.go (ControllerDescriptor)',
  },
  {
    name: 'mirroringRenewsOwner',
    since: '1.31',
    effect: 'A mirrored EndpointSlice whose Endpoints was made anew is written again.',
    source: 'pkg/controller/endpointslicemirroring/reconciler.go, PR 125359',
  },
  // Hooks.
  {
    name: 'identityLeaseFlags',
    until: '1.25',
    effect: 'Flags --identity-lease-duration-seconds and --identity-lease-renew-interval-seconds.',
    source: 'cmd/kube-apiserver/app/options/options.go',
  },
  {
    name: 'hostnameIdentity',
    since: '1.26',
    effect: 'The identity of a server is a hash of its host name and survives restarts.',
    source: 'apiserver pkg/server/config.go (NewConfig), PR 113307',
  },
  {
    name: 'identityLabel',
    since: '1.27',
    effect: 'Identity leases carry the label apiserver.kubernetes.io/identity.',
    source: 'pkg/controlplane/instance.go (IdentityLeaseComponentLabelKey)',
  },
  {
    name: 'legacyTokenTrackingHook',
    since: '1.26',
    effect: 'Hook start-legacy-token-tracking-controller.',
    source: 'pkg/controlplane/instance.go',
  },
  {
    name: 'deprecatedIdentityLeaseGarbageCollector',
    since: '1.27',
    until: '1.28',
    effect: 'Leases with the old label are collected by a second garbage collector.',
    source: 'pkg/controlplane/instance.go (start-deprecated-kube-apiserver-identity-lease-...)',
  },
  {
    name: 'unknownVersionProxyHooks',
    since: '1.28',
    effect: 'Hooks of the mixed version proxy, when its gate is on.',
    source: 'pkg/controlplane/instance.go (UnknownVersionInteroperabilityProxy)',
  },
  {
    name: 'mixedVersionProxyHooks',
    since: '1.33',
    effect: 'The hooks of the mixed version proxy have their newer names.',
    source: 'pkg/controlplane/apiserver/server.go',
  },
  {
    name: 'serviceCIDRHook',
    since: '1.29',
    effect: 'Hook start-kubernetes-service-cidr-controller, when its gate is on.',
    source: 'pkg/controlplane/instance.go (MultiCIDRServiceAllocator)',
  },
  {
    name: 'genericAdmissionInitializerName',
    since: '1.30',
    effect: 'start-kube-apiserver-admission-initializer is start-apiserver-admission-initializer.',
    source: 'pkg/controlplane/apiserver/config.go',
  },
  {
    name: 'discoveryHookBeforeAutoregistration',
    since: '1.30',
    effect: 'apiservice-discovery-controller stands before kube-apiserver-autoregistration.',
    source: 'kube-aggregator pkg/apiserver/apiserver.go',
  },
  {
    name: 'splitAvailabilityHooks',
    since: '1.31',
    effect: 'apiservice-status-available-controller is split into local and remote.',
    source: 'kube-aggregator pkg/apiserver/apiserver.go',
  },
  // Flags and start.
  {
    name: 'shutdownWatchGraceFlag',
    since: '1.27',
    effect: 'Flag --shutdown-watch-termination-grace-period.',
    source: 'apiserver pkg/server/options/server_run_options.go v0.27.0',
  },
  {
    name: 'flowcontrolV1beta3',
    since: '1.26',
    effect: 'Priority and fairness needs flowcontrol v1beta3.',
    source: 'cmd/kube-apiserver/app/options/validation.go (validateAPIPriorityAndFairness)',
  },
  {
    name: 'flowcontrolV1',
    since: '1.29',
    effect: 'Priority and fairness needs flowcontrol v1.',
    source: 'pkg/controlplane/apiserver/options/validation.go (validateAPIPriorityAndFairness)',
  },
  {
    name: 'exemptLevelShares',
    since: '1.28',
    effect: 'The exempt priority level says how many shares it has and lends.',
    source: 'apiserver pkg/apis/flowcontrol/bootstrap/default.go (newPriorityLevelConfiguration)',
  },
  {
    name: 'fairnessErrorTellsCause',
    since: '1.27',
    effect: 'A flow-control hook that gives up says why.',
    source: 'pkg/registry/flowcontrol/rest/storage_flowcontrol.go (unable to initialize ...: %w)',
  },
  {
    name: 'optionsRestructured',
    since: '1.28',
    effect: 'Options are checked in two groups, and generic server options are checked too.',
    source: 'pkg/controlplane/apiserver/options/validation.go (Options.Validate)',
  },
  // Service addresses and ports.
  {
    name: 'nodePortAllocatorMetrics',
    since: '1.27',
    effect: 'The allocator of node ports counts what it does.',
    source: 'pkg/registry/core/service/portallocator/metrics.go',
  },
  {
    name: 'serviceCIDRObjects',
    since: '1.31',
    effect: 'Service addresses are IPAddresses out of ServiceCIDRs, when the gate is on.',
    source: 'pkg/registry/core/rest/storage_core.go (newServiceIPAllocators)',
  },
  {
    name: 'serviceCIDRStable',
    since: '1.33',
    effect: 'ServiceCIDR and IPAddress are used in networking.k8s.io/v1, before in v1beta1.',
    source: 'pkg/registry/core/rest/storage_core.go (networkingv1client)',
  },
  {
    name: 'serviceCIDRMismatchTold',
    since: '1.33',
    effect: 'The default ServiceCIDR gets a second family; one unlike the flags gets an Event.',
    source: 'pkg/controlplane/controller/defaultservicecidr, PR 131263',
  },
  // Repair of addresses and ports, and its Events.
  {
    name: 'repairSnapshotRetries',
    since: '1.32',
    effect: 'A repair pass that cannot read the stored range tries each second for 30 s.',
    source: 'pkg/registry/core/service/ipallocator/controller/repair.go, PR 126671',
  },
  {
    name: 'eventSeriesCountsFirst',
    since: '1.27',
    effect: 'A series of Events begins at 2, and what the server answers stays out of the cache.',
    source: 'client-go tools/events/event_broadcaster.go (recordToSink, getKey)',
  },
  // REST.
  {
    name: 'deleteReturnsDeleteRevision',
    since: '1.26',
    effect: 'The object that a delete returns carries the revision of the delete.',
    source: 'apiserver pkg/storage/etcd3/store.go (conditionalDelete)',
  },
  {
    name: 'sendInitialEventsKnown',
    since: '1.27',
    effect: 'Watches may say sendInitialEvents; without the gate WatchList that is refused.',
    source: 'apimachinery pkg/apis/meta/internalversion/validation/validation.go, PR 115402',
  },
  {
    name: 'resilientWatchCache',
    since: '1.31',
    effect: 'Watches of a cache that is not filled are refused with 429; gets go to etcd.',
    source: 'apiserver pkg/storage/cacher/cacher.go (ResilientWatchCacheInitialization)',
  },
] as const satisfies readonly BehaviourSwitch[];

export type SwitchName = (typeof SWITCHES)[number]['name'];
