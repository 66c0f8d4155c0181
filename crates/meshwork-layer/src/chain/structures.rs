//! Sizes of the structures that may extend what the layer rewrites, from `structextends` of `vk.xml` (header version 359).

use ash::vk;
use vk::TaggedStructure;

macro_rules! sizes {
    ($($structure:ident),* $(,)?) => {
        &[$((vk::$structure::STRUCTURE_TYPE.as_raw(), size_of::<vk::$structure>())),*]
    };
}

/// Type and bytes of each structure that `ash` has.
const SIZES: &[(i32, usize)] = sizes![
    PhysicalDeviceFeatures2,
    // VkSubpassDependency2
    MemoryBarrier2,
    // VkGraphicsPipelineCreateInfo
    PipelineCreateFlags2CreateInfoKHR,
    GraphicsPipelineShaderGroupsCreateInfoNV,
    PipelineDiscardRectangleStateCreateInfoEXT,
    ExternalFormatANDROID,
    PipelineRepresentativeFragmentTestStateCreateInfoNV,
    PipelineCreationFeedbackCreateInfo,
    PipelineCompilerControlCreateInfoAMD,
    PipelineLibraryCreateInfoKHR,
    PipelineFragmentShadingRateStateCreateInfoKHR,
    PipelineFragmentShadingRateEnumStateCreateInfoNV,
    PipelineRenderingCreateInfo,
    AttachmentSampleCountInfoAMD,
    MultiviewPerViewAttributesInfoNVX,
    GraphicsPipelineLibraryCreateInfoEXT,
    RenderingAttachmentLocationInfoKHR,
    RenderingInputAttachmentIndexInfoKHR,
    // VkDeviceCreateInfo
    PhysicalDeviceDeviceGeneratedCommandsFeaturesNV,
    PhysicalDeviceDeviceGeneratedCommandsComputeFeaturesNV,
    DevicePrivateDataCreateInfo,
    PhysicalDevicePrivateDataFeatures,
    PhysicalDeviceFeatures2,
    PhysicalDeviceVariablePointersFeatures,
    PhysicalDeviceMultiviewFeatures,
    DeviceGroupDeviceCreateInfo,
    PhysicalDevicePresentIdFeaturesKHR,
    PhysicalDevicePresentWaitFeaturesKHR,
    PhysicalDevice16BitStorageFeatures,
    PhysicalDeviceShaderSubgroupExtendedTypesFeatures,
    PhysicalDeviceSamplerYcbcrConversionFeatures,
    PhysicalDeviceProtectedMemoryFeatures,
    PhysicalDeviceBlendOperationAdvancedFeaturesEXT,
    PhysicalDeviceMultiDrawFeaturesEXT,
    PhysicalDeviceInlineUniformBlockFeatures,
    PhysicalDeviceMaintenance4Features,
    PhysicalDeviceMaintenance5FeaturesKHR,
    PhysicalDeviceMaintenance6FeaturesKHR,
    PhysicalDeviceShaderDrawParametersFeatures,
    PhysicalDeviceShaderFloat16Int8Features,
    PhysicalDeviceHostQueryResetFeatures,
    PhysicalDeviceGlobalPriorityQueryFeaturesKHR,
    PhysicalDeviceDeviceMemoryReportFeaturesEXT,
    DeviceDeviceMemoryReportCreateInfoEXT,
    PhysicalDeviceDescriptorIndexingFeatures,
    PhysicalDeviceTimelineSemaphoreFeatures,
    PhysicalDevice8BitStorageFeatures,
    PhysicalDeviceConditionalRenderingFeaturesEXT,
    PhysicalDeviceVulkanMemoryModelFeatures,
    PhysicalDeviceShaderAtomicInt64Features,
    PhysicalDeviceShaderAtomicFloatFeaturesEXT,
    PhysicalDeviceShaderAtomicFloat2FeaturesEXT,
    PhysicalDeviceVertexAttributeDivisorFeaturesKHR,
    PhysicalDeviceASTCDecodeFeaturesEXT,
    PhysicalDeviceTransformFeedbackFeaturesEXT,
    PhysicalDeviceRepresentativeFragmentTestFeaturesNV,
    PhysicalDeviceExclusiveScissorFeaturesNV,
    PhysicalDeviceCornerSampledImageFeaturesNV,
    PhysicalDeviceComputeShaderDerivativesFeaturesNV,
    PhysicalDeviceShaderImageFootprintFeaturesNV,
    PhysicalDeviceDedicatedAllocationImageAliasingFeaturesNV,
    PhysicalDeviceCopyMemoryIndirectFeaturesNV,
    PhysicalDeviceMemoryDecompressionFeaturesNV,
    PhysicalDeviceShadingRateImageFeaturesNV,
    PhysicalDeviceInvocationMaskFeaturesHUAWEI,
    PhysicalDeviceMeshShaderFeaturesNV,
    PhysicalDeviceMeshShaderFeaturesEXT,
    PhysicalDeviceAccelerationStructureFeaturesKHR,
    PhysicalDeviceRayTracingPipelineFeaturesKHR,
    PhysicalDeviceRayQueryFeaturesKHR,
    PhysicalDeviceRayTracingMaintenance1FeaturesKHR,
    DeviceMemoryOverallocationCreateInfoAMD,
    PhysicalDeviceFragmentDensityMapFeaturesEXT,
    PhysicalDeviceFragmentDensityMap2FeaturesEXT,
    PhysicalDeviceFragmentDensityMapOffsetFeaturesQCOM,
    PhysicalDeviceScalarBlockLayoutFeatures,
    PhysicalDeviceUniformBufferStandardLayoutFeatures,
    PhysicalDeviceDepthClipEnableFeaturesEXT,
    PhysicalDeviceMemoryPriorityFeaturesEXT,
    PhysicalDevicePageableDeviceLocalMemoryFeaturesEXT,
    PhysicalDeviceBufferDeviceAddressFeatures,
    PhysicalDeviceBufferDeviceAddressFeaturesEXT,
    PhysicalDeviceImagelessFramebufferFeatures,
    PhysicalDeviceTextureCompressionASTCHDRFeatures,
    PhysicalDeviceCooperativeMatrixFeaturesNV,
    PhysicalDeviceYcbcrImageArraysFeaturesEXT,
    PhysicalDevicePresentBarrierFeaturesNV,
    PhysicalDevicePerformanceQueryFeaturesKHR,
    PhysicalDeviceCoverageReductionModeFeaturesNV,
    PhysicalDeviceShaderIntegerFunctions2FeaturesINTEL,
    PhysicalDeviceShaderClockFeaturesKHR,
    PhysicalDeviceIndexTypeUint8FeaturesKHR,
    PhysicalDeviceShaderSMBuiltinsFeaturesNV,
    PhysicalDeviceFragmentShaderInterlockFeaturesEXT,
    PhysicalDeviceSeparateDepthStencilLayoutsFeatures,
    PhysicalDevicePrimitiveTopologyListRestartFeaturesEXT,
    PhysicalDevicePipelineExecutablePropertiesFeaturesKHR,
    PhysicalDeviceShaderDemoteToHelperInvocationFeatures,
    PhysicalDeviceTexelBufferAlignmentFeaturesEXT,
    PhysicalDeviceSubgroupSizeControlFeatures,
    PhysicalDeviceLineRasterizationFeaturesKHR,
    PhysicalDevicePipelineCreationCacheControlFeatures,
    PhysicalDeviceVulkan11Features,
    PhysicalDeviceVulkan12Features,
    PhysicalDeviceVulkan13Features,
    PhysicalDeviceCoherentMemoryFeaturesAMD,
    PhysicalDeviceCustomBorderColorFeaturesEXT,
    PhysicalDeviceBorderColorSwizzleFeaturesEXT,
    PhysicalDeviceExtendedDynamicStateFeaturesEXT,
    PhysicalDeviceExtendedDynamicState2FeaturesEXT,
    PhysicalDeviceExtendedDynamicState3FeaturesEXT,
    PhysicalDeviceDiagnosticsConfigFeaturesNV,
    DeviceDiagnosticsConfigCreateInfoNV,
    PhysicalDeviceZeroInitializeWorkgroupMemoryFeatures,
    PhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR,
    PhysicalDeviceRobustness2FeaturesEXT,
    PhysicalDeviceImageRobustnessFeatures,
    PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR,
    PhysicalDevicePortabilitySubsetFeaturesKHR,
    PhysicalDevice4444FormatsFeaturesEXT,
    PhysicalDeviceSubpassShadingFeaturesHUAWEI,
    PhysicalDeviceClusterCullingShaderFeaturesHUAWEI,
    PhysicalDeviceShaderImageAtomicInt64FeaturesEXT,
    PhysicalDeviceFragmentShadingRateFeaturesKHR,
    PhysicalDeviceShaderTerminateInvocationFeatures,
    PhysicalDeviceFragmentShadingRateEnumsFeaturesNV,
    PhysicalDeviceImage2DViewOf3DFeaturesEXT,
    PhysicalDeviceImageSlicedViewOf3DFeaturesEXT,
    PhysicalDeviceMutableDescriptorTypeFeaturesEXT,
    PhysicalDeviceDepthClipControlFeaturesEXT,
    PhysicalDeviceVertexInputDynamicStateFeaturesEXT,
    PhysicalDeviceExternalMemoryRDMAFeaturesNV,
    PhysicalDeviceColorWriteEnableFeaturesEXT,
    PhysicalDeviceSynchronization2Features,
    PhysicalDeviceHostImageCopyFeaturesEXT,
    PhysicalDevicePrimitivesGeneratedQueryFeaturesEXT,
    PhysicalDeviceLegacyDitheringFeaturesEXT,
    PhysicalDeviceMultisampledRenderToSingleSampledFeaturesEXT,
    PhysicalDevicePipelineProtectedAccessFeaturesEXT,
    PhysicalDeviceVideoMaintenance1FeaturesKHR,
    PhysicalDeviceInheritedViewportScissorFeaturesNV,
    PhysicalDeviceYcbcr2Plane444FormatsFeaturesEXT,
    PhysicalDeviceProvokingVertexFeaturesEXT,
    PhysicalDeviceDescriptorBufferFeaturesEXT,
    PhysicalDeviceShaderIntegerDotProductFeatures,
    PhysicalDeviceFragmentShaderBarycentricFeaturesKHR,
    PhysicalDeviceRayTracingMotionBlurFeaturesNV,
    PhysicalDeviceRayTracingValidationFeaturesNV,
    PhysicalDeviceRGBA10X6FormatsFeaturesEXT,
    PhysicalDeviceDynamicRenderingFeatures,
    PhysicalDeviceImageViewMinLodFeaturesEXT,
    PhysicalDeviceLinearColorAttachmentFeaturesNV,
    PhysicalDeviceGraphicsPipelineLibraryFeaturesEXT,
    PhysicalDeviceDescriptorSetHostMappingFeaturesVALVE,
    PhysicalDeviceNestedCommandBufferFeaturesEXT,
    PhysicalDeviceShaderModuleIdentifierFeaturesEXT,
    PhysicalDeviceImageCompressionControlFeaturesEXT,
    PhysicalDeviceImageCompressionControlSwapchainFeaturesEXT,
    PhysicalDeviceSubpassMergeFeedbackFeaturesEXT,
    PhysicalDeviceOpacityMicromapFeaturesEXT,
    PhysicalDeviceDisplacementMicromapFeaturesNV,
    PhysicalDevicePipelinePropertiesFeaturesEXT,
    PhysicalDeviceShaderEarlyAndLateFragmentTestsFeaturesAMD,
    PhysicalDeviceNonSeamlessCubeMapFeaturesEXT,
    PhysicalDevicePipelineRobustnessFeaturesEXT,
    PhysicalDeviceImageProcessingFeaturesQCOM,
    PhysicalDeviceTilePropertiesFeaturesQCOM,
    PhysicalDeviceAmigoProfilingFeaturesSEC,
    PhysicalDeviceAttachmentFeedbackLoopLayoutFeaturesEXT,
    PhysicalDeviceAddressBindingReportFeaturesEXT,
    PhysicalDeviceOpticalFlowFeaturesNV,
    PhysicalDeviceFaultFeaturesEXT,
    PhysicalDevicePipelineLibraryGroupHandlesFeaturesEXT,
    PhysicalDeviceShaderCoreBuiltinsFeaturesARM,
    PhysicalDeviceFrameBoundaryFeaturesEXT,
    PhysicalDeviceDynamicRenderingUnusedAttachmentsFeaturesEXT,
    PhysicalDeviceSwapchainMaintenance1FeaturesEXT,
    PhysicalDeviceDepthBiasControlFeaturesEXT,
    PhysicalDeviceRayTracingInvocationReorderFeaturesNV,
    PhysicalDeviceExtendedSparseAddressSpaceFeaturesNV,
    PhysicalDeviceMultiviewPerViewViewportsFeaturesQCOM,
    PhysicalDeviceRayTracingPositionFetchFeaturesKHR,
    PhysicalDeviceMultiviewPerViewRenderAreasFeaturesQCOM,
    PhysicalDeviceShaderObjectFeaturesEXT,
    PhysicalDeviceShaderTileImageFeaturesEXT,
    PhysicalDeviceExternalMemoryScreenBufferFeaturesQNX,
    PhysicalDeviceCooperativeMatrixFeaturesKHR,
    PhysicalDeviceShaderEnqueueFeaturesAMDX,
    PhysicalDeviceCubicClampFeaturesQCOM,
    PhysicalDeviceYcbcrDegammaFeaturesQCOM,
    PhysicalDeviceCubicWeightsFeaturesQCOM,
    PhysicalDeviceImageProcessing2FeaturesQCOM,
    PhysicalDeviceDescriptorPoolOverallocationFeaturesNV,
    PhysicalDevicePerStageDescriptorSetFeaturesNV,
    PhysicalDeviceExternalFormatResolveFeaturesANDROID,
    PhysicalDeviceCudaKernelLaunchFeaturesNV,
    DeviceQueueShaderCoreControlCreateInfoARM,
    PhysicalDeviceSchedulingControlsFeaturesARM,
    PhysicalDeviceRelaxedLineRasterizationFeaturesIMG,
    PhysicalDeviceRenderPassStripedFeaturesARM,
    PhysicalDeviceShaderMaximalReconvergenceFeaturesKHR,
    PhysicalDeviceShaderSubgroupRotateFeaturesKHR,
    PhysicalDeviceShaderExpectAssumeFeaturesKHR,
    PhysicalDeviceShaderFloatControls2FeaturesKHR,
    PhysicalDeviceDynamicRenderingLocalReadFeaturesKHR,
    PhysicalDeviceShaderQuadControlFeaturesKHR,
    PhysicalDeviceShaderAtomicFloat16VectorFeaturesNV,
    PhysicalDeviceMapMemoryPlacedFeaturesEXT,
    PhysicalDeviceRawAccessChainsFeaturesNV,
    PhysicalDeviceDepthClampZeroOneFeaturesEXT,
    // VkMemoryAllocateInfo
    DedicatedAllocationMemoryAllocateInfoNV,
    ExportMemoryAllocateInfoNV,
    ImportMemoryWin32HandleInfoNV,
    ExportMemoryWin32HandleInfoNV,
    ExportMemoryAllocateInfo,
    ImportMemoryWin32HandleInfoKHR,
    ExportMemoryWin32HandleInfoKHR,
    ImportMemoryZirconHandleInfoFUCHSIA,
    ImportMemoryFdInfoKHR,
    MemoryAllocateFlagsInfo,
    MemoryDedicatedAllocateInfo,
    ImportMemoryHostPointerInfoEXT,
    ImportAndroidHardwareBufferInfoANDROID,
    MemoryPriorityAllocateInfoEXT,
    MemoryOpaqueCaptureAddressAllocateInfo,
    ImportMemoryBufferCollectionFUCHSIA,
    ExportMetalObjectCreateInfoEXT,
    ImportMetalBufferInfoEXT,
    ImportScreenBufferInfoQNX,
    // VkBufferCreateInfo
    BufferUsageFlags2CreateInfoKHR,
    DedicatedAllocationBufferCreateInfoNV,
    ExternalMemoryBufferCreateInfo,
    BufferOpaqueCaptureAddressCreateInfo,
    BufferDeviceAddressCreateInfoEXT,
    VideoProfileListInfoKHR,
    OpaqueCaptureDescriptorDataCreateInfoEXT,
    BufferCollectionBufferCreateInfoFUCHSIA,
    // VkPipelineShaderStageCreateInfo
    ShaderModuleCreateInfo,
    ValidationFeaturesEXT,
    ShaderModuleValidationCacheCreateInfoEXT,
    DebugUtilsObjectNameInfoEXT,
    PipelineShaderStageRequiredSubgroupSizeCreateInfo,
    PipelineShaderStageModuleIdentifierCreateInfoEXT,
    PipelineRobustnessCreateInfoEXT,
    PipelineShaderStageNodeCreateInfoAMDX,
    // VkPipelineViewportStateCreateInfo; what nests arrays is left out
    PipelineViewportWScalingStateCreateInfoNV,
    PipelineViewportSwizzleStateCreateInfoNV,
    PipelineViewportDepthClipControlCreateInfoEXT,
    // VkPipelineRasterizationStateCreateInfo
    PipelineRasterizationStateRasterizationOrderAMD,
    PipelineRasterizationStateStreamCreateInfoEXT,
    PipelineRasterizationConservativeStateCreateInfoEXT,
    PipelineRasterizationDepthClipStateCreateInfoEXT,
    PipelineRasterizationLineStateCreateInfoKHR,
    PipelineRasterizationProvokingVertexStateCreateInfoEXT,
    DepthBiasRepresentationInfoEXT,
    // VkPipelineMultisampleStateCreateInfo
    PipelineCoverageToColorStateCreateInfoNV,
    PipelineCoverageReductionStateCreateInfoNV,
    PipelineSampleLocationsStateCreateInfoEXT,
    // VkPipelineColorBlendStateCreateInfo
    PipelineColorBlendAdvancedStateCreateInfoEXT,
    PipelineColorWriteCreateInfoEXT,
    // VkCommandBufferInheritanceInfo
    CommandBufferInheritanceConditionalRenderingInfoEXT,
    CommandBufferInheritanceRenderPassTransformInfoQCOM,
    CommandBufferInheritanceViewportScissorInfoNV,
    CommandBufferInheritanceRenderingInfo,
];

/// Feature structures newer than `ash`: type and number of booleans.
#[rustfmt::skip]
const NEWER_FEATURES: &[(i32, usize)] = &[
    (55, 21), // PhysicalDeviceVulkan14Features
    (1000133000, 4), // PhysicalDeviceGpaFeaturesAMD
    (1000135009, 2), // PhysicalDeviceDescriptorHeapFeaturesEXT
    (1000141000, 3), // PhysicalDeviceShaderBfloat16FeaturesKHR
    (1000172000, 1), // PhysicalDeviceCooperativeMatrixConversionFeaturesQCOM
    (1000173000, 1), // PhysicalDeviceElapsedTimerQueryFeaturesQCOM
    (1000208000, 3), // PhysicalDevicePresentTimingFeaturesEXT
    (1000231000, 1), // PhysicalDeviceShaderConstantDataFeaturesKHR
    (1000233000, 1), // PhysicalDeviceShaderAbortFeaturesKHR
    (1000288000, 1), // PhysicalDeviceTextureCompressionASTC3DFeaturesEXT
    (1000302001, 1), // PhysicalDeviceQueuePerfHintFeaturesQCOM
    (1000303000, 3), // PhysicalDeviceImageProcessing3FeaturesQCOM
    (1000304000, 1), // PhysicalDeviceShaderMultipleWaitQueuesFeaturesQCOM
    (1000305000, 1), // PhysicalDeviceShaderSplitBarrierFeaturesEXT
    (1000309000, 14), // PhysicalDeviceTileShadingFeaturesQCOM
    (1000318006, 1), // PhysicalDeviceDeviceAddressCommandsFeaturesKHR
    (1000342000, 3), // PhysicalDeviceRasterizationOrderAttachmentAccessFeaturesEXT
    (1000361000, 1), // PhysicalDevicePresentModeFifoLatestReadyFeaturesKHR
    (1000387000, 1), // PhysicalDeviceShaderUntypedPointersFeaturesKHR
    (1000390000, 1), // PhysicalDeviceVideoEncodeRgbConversionFeaturesVALVE
    (1000429008, 2), // PhysicalDeviceRayTracingLinearSweptSpheresFeaturesNV
    (1000460009, 6), // PhysicalDeviceTensorFeaturesARM
    (1000460018, 1), // PhysicalDeviceDescriptorBufferTensorFeaturesARM
    (1000476000, 1), // PhysicalDeviceAntiLagFeaturesAMD
    (1000478000, 1), // PhysicalDeviceDenseGeometryFormatFeaturesAMDX
    (1000479002, 1), // PhysicalDevicePresentId2FeaturesKHR
    (1000480001, 1), // PhysicalDevicePresentWait2FeaturesKHR
    (1000483000, 1), // PhysicalDevicePipelineBinaryFeaturesKHR
    (1000483008, 1), // DevicePipelineBinaryInternalCacheControlKHR
    (1000491000, 2), // PhysicalDeviceCooperativeVectorFeaturesNV
    (1000495000, 1), // PhysicalDeviceLegacyVertexAttributesFeaturesEXT
    (1000504000, 1), // PhysicalDeviceInternallySynchronizedQueuesFeaturesKHR
    (1000507006, 5), // PhysicalDeviceDataGraphFeaturesARM
    (1000513004, 1), // PhysicalDeviceVideoEncodeAV1FeaturesKHR
    (1000514000, 1), // PhysicalDeviceVideoDecodeVP9FeaturesKHR
    (1000524000, 1), // PhysicalDeviceAttachmentFeedbackLoopDynamicStateFeaturesEXT
    (1000527000, 2), // PhysicalDeviceUnifiedImageLayoutsFeaturesKHR
    (1000547000, 1), // PhysicalDeviceTileMemoryHeapFeaturesQCOM
    (1000549000, 2), // PhysicalDeviceCopyMemoryIndirectFeaturesKHR
    (1000552004, 1), // PhysicalDeviceVideoEncodeIntraRefreshFeaturesKHR
    (1000553009, 1), // PhysicalDeviceVideoEncodeQuantizationMapFeaturesKHR
    (1000558000, 1), // PhysicalDeviceShaderRelaxedExtendedInstructionFeaturesKHR
    (1000559000, 1), // PhysicalDeviceCommandBufferInheritanceFeaturesNV
    (1000562000, 1), // PhysicalDeviceMaintenance7FeaturesKHR
    (1000564000, 1), // PhysicalDeviceShaderReplicatedCompositesFeaturesEXT
    (1000567000, 2), // PhysicalDeviceShaderFloat8FeaturesEXT
    (1000569000, 1), // PhysicalDeviceClusterAccelerationStructureFeaturesNV
    (1000570000, 1), // PhysicalDevicePartitionedAccelerationStructureFeaturesNV
    (1000572000, 2), // PhysicalDeviceDeviceGeneratedCommandsFeaturesEXT
    (1000573000, 4), // PhysicalDeviceFaultFeaturesKHR
    (1000574000, 1), // PhysicalDeviceMaintenance8FeaturesKHR
    (1000575000, 1), // PhysicalDeviceImageAlignmentControlFeaturesMESA
    (1000579000, 3), // PhysicalDeviceShaderFmaFeaturesKHR
    (1000580001, 1), // PhysicalDevicePushConstantBankFeaturesNV
    (1000581000, 1), // PhysicalDeviceRayTracingInvocationReorderFeaturesEXT
    (1000582000, 1), // PhysicalDeviceDepthClampControlFeaturesEXT
    (1000584000, 1), // PhysicalDeviceMaintenance9FeaturesKHR
    (1000586000, 1), // PhysicalDeviceVideoMaintenance2FeaturesKHR
    (1000590000, 1), // PhysicalDeviceHdrVividFeaturesHUAWEI
    (1000593000, 7), // PhysicalDeviceCooperativeMatrix2FeaturesNV
    (1000596000, 1), // PhysicalDevicePipelineOpacityMicromapFeaturesARM
    (1000598000, 1), // PhysicalDeviceVideoEncodeFeedback2FeaturesKHR
    (1000605000, 1), // PhysicalDevicePerformanceCountersByRegionFeaturesARM
    (1000607000, 1), // PhysicalDeviceShaderInstrumentationFeaturesARM
    (1000608000, 1), // PhysicalDeviceVertexAttributeRobustnessFeaturesEXT
    (1000609000, 1), // PhysicalDeviceFormatPackFeaturesARM
    (1000611000, 1), // PhysicalDeviceFragmentDensityMapLayeredFeaturesVALVE
    (1000613001, 1), // PhysicalDevicePresentMeteringFeaturesNV
    (1000616000, 1), // PhysicalDeviceMultisampledRenderToSwapchainFeaturesEXT
    (1000620000, 1), // PhysicalDeviceZeroInitializeDeviceMemoryFeaturesEXT
    (1000623000, 1), // PhysicalDeviceOpacityMicromapFeaturesKHR
    (1000627000, 1), // PhysicalDeviceShader64BitIndexingFeaturesEXT
    (1000628000, 1), // PhysicalDeviceCustomResolveFeaturesEXT
    (1000629000, 1), // PhysicalDeviceDataGraphModelFeaturesQCOM
    (1000630000, 1), // PhysicalDeviceMaintenance10FeaturesKHR
    (1000631000, 1), // PhysicalDeviceDataGraphOpticalFlowFeaturesARM
    (1000635000, 1), // PhysicalDeviceShaderLongVectorFeaturesEXT
    (1000637000, 1), // PhysicalDevicePipelineCacheIncrementalModeFeaturesSEC
    (1000642000, 1), // PhysicalDeviceShaderUniformBufferUnsizedArrayFeaturesEXT
    (1000645001, 1), // PhysicalDeviceComputeOccupancyPriorityFeaturesNV
    (1000657000, 1), // PhysicalDeviceMaintenance11FeaturesKHR
    (1000659000, 5), // PhysicalDeviceCooperativeMatrixMaintenance1FeaturesEXT
    (1000662000, 1), // PhysicalDeviceShaderSubgroupPartitionedFeaturesEXT
    (1000668004, 1), // PhysicalDeviceExtendedFlagsFeaturesKHR
    (1000672000, 4), // PhysicalDeviceShaderOCPMicroscalingTypesFeaturesEXT
    (1000673000, 4), // PhysicalDeviceShaderMixedFloatDotProductFeaturesVALVE
    (1000674000, 1), // PhysicalDeviceThrottleHintFeaturesSEC
    (1000676002, 1), // PhysicalDeviceDataGraphNeuralAcceleratorStatisticsFeaturesARM
    (1000678000, 1), // PhysicalDevicePrimitiveRestartIndexFeaturesEXT
    (1000687000, 1), // PhysicalDeviceImageTilingControlFeaturesEXT
    (1000689000, 1), // PhysicalDeviceCooperativeMatrixDecodeVectorFeaturesNV
];

/// Bytes of the structure with this type, if it is one that we know.
pub fn size_of_structure(s_type: vk::StructureType) -> Option<usize> {
    let s_type = s_type.as_raw();
    let in_table = |table: &[(i32, usize)]| table.iter().find(|(known, _)| *known == s_type).map(|(_, value)| *value);
    let header = size_of::<vk::BaseInStructure>();
    in_table(SIZES).or_else(|| {
        in_table(NEWER_FEATURES).map(|booleans| (header + 4 * booleans).next_multiple_of(align_of::<usize>()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_the_c_layout() {
        assert_eq!(size_of_structure(vk::StructureType::PHYSICAL_DEVICE_MESH_SHADER_FEATURES_EXT), Some(40));
        // VkPhysicalDeviceVulkan14Features: 21 booleans.
        assert_eq!(size_of_structure(vk::StructureType::from_raw(55)), Some(104));
        assert_eq!(size_of_structure(vk::StructureType::from_raw(i32::MAX)), None);
    }
}
