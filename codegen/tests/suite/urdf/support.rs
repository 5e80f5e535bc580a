//! Robots to read.

use denoc_codegen::model::Loaded;

use crate::common;

/// A good robot. Line n of a fault counts from its first line.
pub(crate) const ARM: &str = r#"<?xml version="1.0"?>
<robot name="arm">
  <link name="pedestal"/>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.3" rpy="1.5707963267948966 0 0"/>
    <parent link="pedestal"/>
    <child link="upper"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" effort="30" velocity="4"/>
  </joint>
  <link name="upper">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0 0 0"/>
      <mass value="1.5"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/>
    </inertial>
    <visual><geometry><box size="1 1 1"/></geometry></visual>
  </link>
  <joint name="elbow" type="prismatic">
    <origin xyz="0.2 0 0" rpy="0 0 0.3"/>
    <parent link="upper"/>
    <child link="lower"/>
    <axis xyz="1 0 0"/>
    <limit lower="0" upper="0.5" effort="30" velocity="4"/>
  </joint>
  <link name="lower">
    <inertial>
      <mass value="2"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/>
    </inertial>
  </link>
</robot>
"#;

/// [`ARM`] with its first `from` replaced.
#[track_caller]
pub(crate) fn arm(from: &str, to: &str) -> String {
    assert!(ARM.contains(from), "{from}");
    ARM.replacen(from, to, 1)
}

/// Reads a robot that must be good.
#[track_caller]
pub(crate) fn good(text: &str) -> Loaded {
    common::good("arm.urdf", text)
}
